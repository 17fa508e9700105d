import { createTranslator } from '#shared/i18n/translator.ts'
import { readBootstrap, readDocumentMessages } from '../document-data.ts'
import { watchBuilds } from './watch-builds.ts'

/**
 * Watches for a new build on a page whose form hydrates, and offers it only while no field is filled in, because a reload would
 * lose the text. The next step is a document of the new build anyway.
 */
export function watchEntryBuilds(isAtWork: () => boolean): void {
  const { build, locale } = readBootstrap()
  const note = document.createElement('output')
  note.className = 'update'
  const offer = () => {
    if (isAtWork()) return note.remove()
    const { t } = createTranslator(locale, readDocumentMessages(), { timeZone: 'UTC' })
    const load = Object.assign(document.createElement('button'), { type: 'button', textContent: t('common.update.title') })
    load.addEventListener('click', () => (isAtWork() ? note.remove() : location.reload()))
    note.replaceChildren(load)
    document.body.append(note)
  }
  document.addEventListener('input', () => note.remove())
  watchBuilds({ own: build, onOther: offer, signal: new AbortController().signal, isDue: true })
}

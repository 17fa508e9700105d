import type { Translator } from '#shared/i18n/translator.ts'
import { showToast } from '#ui/feedback/toasts.ts'

/** Long enough to be read beside other work; the next check offers it again. */
const offerMs = 30_000

/** Offers the new build; `accept` loads it. */
export function offerBuild({ t }: Translator, accept: () => Promise<void>): void {
  showToast({
    id: 'new-build',
    title: t('common.update.title'),
    text: t('common.update.text'),
    durationMs: offerMs,
    onPress: () => void accept(),
  })
}

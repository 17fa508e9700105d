import type { Page } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import type { Translator } from '#shared/i18n/translator.ts'
import { routes } from '#shared/routing/routes.ts'
import { chooseLanguage } from './choose-language.ts'
import type { NewMember } from './new-member.ts'
import { expect as impatient } from './test.ts'
import { textsOf } from './texts.ts'
import type { TalkTopic } from '#features/encounters/anonymous/contract.ts'
import type { TalkLanguage } from '#features/encounters/contract.ts'

/** Two or three browsers act one after another, and on a busy machine each takes its time. */
export const expect = impatient.configure({ timeout: 30_000 })

export type TalkerOptions = { page: Page; locale: LocaleCode; member: NewMember }

/** One person on the pages of anonymous chat, who finds things by the text of their language. */
export class Talker {
  readonly page: Page
  readonly locale: LocaleCode
  readonly member: NewMember
  readonly lobby: string
  readonly t: Translator['t']

  constructor({ page, locale, member }: TalkerOptions) {
    this.page = page
    this.locale = locale
    this.member = member
    this.lobby = href(routes.anonymousChat, {}, { locale })
    this.t = textsOf(locale).t
  }

  get composer() {
    return this.page.locator('#message')
  }

  get log() {
    return this.page.getByRole('log')
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true })
  }

  heading(name: string) {
    return this.page.getByRole('heading', { name, exact: true })
  }

  /** The partner's made-up name. */
  get partnerName(): Promise<string> {
    return this.page.getByRole('heading', { level: 1 }).innerText()
  }

  async look(language: TalkLanguage, topics: readonly TalkTopic[] = []): Promise<void> {
    await this.page.goto(this.lobby)
    await chooseLanguage(this.page.locator('main'), language, this.t)
    for (const topic of topics) await this.page.getByLabel(this.t(`anonymous.topic.${topic}`), { exact: true }).check()
    await this.button(this.t('anonymous.join')).click()
  }

  async waits(): Promise<void> {
    await expect(this.page).toHaveURL(this.lobby)
    await expect(this.heading(this.t('anonymous.waiting.title'))).toBeVisible()
  }

  /** In a chat that names the partner, who is present. */
  async talks(): Promise<void> {
    await expect(this.page).toHaveURL(/\/anonymous-chat\/a-[\w-]{24}$/)
    await expect(this.composer).toBeVisible()
    await expect(this.page.getByText(this.t('encounters.here'))).toBeVisible()
    await expect(this.page.getByText(this.t('encounters.met', { name: await this.partnerName }))).toBeVisible()
  }

  async says(text: string): Promise<void> {
    await this.composer.fill(text)
    await this.button(this.t('encounters.send')).click()
    await this.hears(text)
    await expect(this.page.getByLabel(this.t('encounters.sending'))).toHaveCount(0)
  }

  async hears(text: string): Promise<void> {
    await expect(this.log.getByText(text)).toHaveCount(1)
  }

  /** The chat is over, in the text that both see. */
  async isOver(): Promise<void> {
    await expect(this.heading(this.t('anonymous.ended.title'))).toBeVisible()
    await expect(this.page.getByText(this.t('anonymous.ended.text'))).toBeVisible()
    await expect(this.composer).toHaveCount(0)
  }

  /** The chat is over, and the page has been loaded again from the server. */
  async isOverForGood(): Promise<void> {
    await this.isOver()
    await this.page.reload()
    await this.isOver()
  }

  async knows({ firstName: name }: NewMember): Promise<void> {
    await expect(this.heading(this.t('anonymous.revealed.title', { name }))).toBeVisible()
  }

  /** The chat on another tab of the same browser. */
  async openTab(): Promise<Talker> {
    const tab = new Talker({ page: await this.page.context().newPage(), locale: this.locale, member: this.member })
    await tab.page.goto(this.page.url())
    return tab
  }

  /** The connection drops and returns; the page shows both. */
  async losesLine(): Promise<void> {
    const lost = this.page.getByText(this.t('encounters.lost'))
    await this.page.context().setOffline(true)
    await expect(lost).toBeVisible()
    await this.page.context().setOffline(false)
    await expect(lost).toHaveCount(0)
  }

  async reports(): Promise<void> {
    await this.button(this.t('anonymous.report.open')).click()
    const dialog = this.page.getByRole('dialog', { name: this.t('anonymous.report.title') })
    await dialog.getByLabel(this.t('safety.report.categories.harassment')).check()
    await dialog.getByRole('button', { name: this.t('safety.open.report') }).click()
    await expect(this.page.getByText(this.t('anonymous.report.done'))).toBeVisible()
  }
}

import * as v from 'valibot'
import { defineReminder } from '#features/notifications/server/public.ts'
import { getLocale } from '#shared/i18n/locales.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'

/** Reminds a member of the dates (ms) that they have booked for one evening. Their time zone decides what 'tomorrow' is. */
export const dateReminder = defineReminder({
  name: 'date-reminder',
  kind: 'blind-date',
  facts: v.object({ slots: v.array(v.number()) }),
  write({ t, tn, format, footer, code, origin, at }, { slots }) {
    const values = { day: format.day(slots[0] ?? at, at), times: format.list(slots.map(format.time)) }
    return {
      lang: getLocale(code).lang,
      subject: tn('emails.date.title', slots.length, values),
      preview: t('emails.date.preview'),
      title: tn('emails.date.title', slots.length, values),
      paragraphs: [t('emails.date.text'), t('emails.date.cancel')],
      action: { label: t('emails.date.action'), url: origin + href(routes.blindDates, {}, { locale: code }) },
      notes: [t('emails.date.why'), footer('emails.digest.footer')],
    }
  },
})

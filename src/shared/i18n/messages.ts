import type about from '#locales/en/about.json'
import type anonymous from '#locales/en/anonymous.json'
import type auth from '#locales/en/auth.json'
import type blog from '#locales/en/blog.json'
import type boosts from '#locales/en/boosts.json'
import type chat from '#locales/en/chat.json'
import type city from '#locales/en/city.json'
import type closed from '#locales/en/closed.json'
import type common from '#locales/en/common.json'
import type contact from '#locales/en/contact.json'
import type dates from '#locales/en/dates.json'
import type drawing from '#locales/en/drawing.json'
import type emails from '#locales/en/emails.json'
import type encounters from '#locales/en/encounters.json'
import type exportTexts from '#locales/en/export.json'
import type faq from '#locales/en/faq.json'
import type favourites from '#locales/en/favourites.json'
import type gifts from '#locales/en/gifts.json'
import type home from '#locales/en/home.json'
import type install from '#locales/en/install.json'
import type leaving from '#locales/en/leaving.json'
import type legal from '#locales/en/legal.json'
import type likes from '#locales/en/likes.json'
import type notifications from '#locales/en/notifications.json'
import type openings from '#locales/en/openings.json'
import type orders from '#locales/en/orders.json'
import type passkeyOffer from '#locales/en/passkey-offer.json'
import type people from '#locales/en/people.json'
import type photos from '#locales/en/photos.json'
import type profilePrompts from '#locales/en/profile-prompts.json'
import type profile from '#locales/en/profile.json'
import type prompts from '#locales/en/prompts.json'
import type publicProfile from '#locales/en/public-profile.json'
import type push from '#locales/en/push.json'
import type questionnaire from '#locales/en/questionnaire.json'
import type quizQuestions from '#locales/en/quiz-questions.json'
import type quiz from '#locales/en/quiz.json'
import type restricted from '#locales/en/restricted.json'
import type safety from '#locales/en/safety.json'
import type services from '#locales/en/services.json'
import type settings from '#locales/en/settings.json'
import type store from '#locales/en/store.json'
import type translation from '#locales/en/translation.json'
import type verification from '#locales/en/verification.json'
import type visitors from '#locales/en/visitors.json'

/** Shape of all messages, taken from the English source; every other locale has exactly its keys (tested). */
type Sources = {
  about: typeof about
  anonymous: typeof anonymous
  auth: typeof auth
  blog: typeof blog
  boosts: typeof boosts
  chat: typeof chat
  city: typeof city
  closed: typeof closed
  common: typeof common
  contact: typeof contact
  dates: typeof dates
  drawing: typeof drawing
  emails: typeof emails
  encounters: typeof encounters
  export: typeof exportTexts
  faq: typeof faq
  favourites: typeof favourites
  gifts: typeof gifts
  home: typeof home
  install: typeof install
  leaving: typeof leaving
  legal: typeof legal
  likes: typeof likes
  notifications: typeof notifications
  openings: typeof openings
  orders: typeof orders
  'passkey-offer': typeof passkeyOffer
  people: typeof people
  photos: typeof photos
  profile: typeof profile
  'profile-prompts': typeof profilePrompts
  prompts: typeof prompts
  'public-profile': typeof publicProfile
  push: typeof push
  questionnaire: typeof questionnaire
  'quiz-questions': typeof quizQuestions
  quiz: typeof quiz
  restricted: typeof restricted
  safety: typeof safety
  services: typeof services
  settings: typeof settings
  store: typeof store
  translation: typeof translation
  verification: typeof verification
  visitors: typeof visitors
}

export type Namespace = keyof Sources
/** Messages of one locale, by namespace; each file is a tree of strings. */
export type MessageTree = { [key: string]: string | MessageTree }
export type Messages = Partial<Record<Namespace, MessageTree>>

type Leaves<Tree> = Tree extends string
  ? ''
  : { [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${Leaves<Tree[Key]>}` }[keyof Tree & string]
type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
/** Parents of plurals: objects with the key `other` and otherwise only plural forms. */
type Plurals<Tree> = Tree extends string
  ? never
  : {
      [Key in keyof Tree & string]: Tree[Key] extends string
        ? never
        : [Exclude<keyof Tree[Key], PluralForm>] extends [never]
          ? Key
          : `${Key}.${Plurals<Tree[Key]>}`
    }[keyof Tree & string]

export type MessageKey = { [N in Namespace]: `${N}.${Leaves<Sources[N]>}` }[Namespace]
export type PluralKey = { [N in Namespace]: `${N}.${Plurals<Sources[N]>}` }[Namespace]

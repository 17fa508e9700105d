import { action } from '#shared/routing/action.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'

/**
 * The four legal texts. Their texts are messages of the namespace `legal`. A change of their meaning needs a new `version` and
 * `publishedAt` here. The content seed writes both to D1, and members are asked for their consent again.
 */
export const legalKinds = ['terms', 'privacy', 'cookies', 'consent'] as const
export type LegalKind = (typeof legalKinds)[number]

/** ISO date of the version in force, and the message keys of its sections in their order. */
type LegalDocument = { version: string; publishedAt: string; sections: readonly string[] }

export const legalDocuments = {
  terms: {
    version: '1.7',
    publishedAt: '2026-12-01',
    sections: [
      'legal.terms.sections.s1',
      'legal.terms.sections.s2',
      'legal.terms.sections.verified',
      'legal.terms.sections.s3',
      'legal.terms.sections.strangers',
      'legal.terms.sections.s4',
      'legal.terms.sections.store',
      'legal.terms.sections.withdrawal',
      'legal.terms.sections.form',
      'legal.terms.sections.s5',
      'legal.terms.sections.complaints',
      'legal.terms.sections.s6',
      'legal.terms.sections.s7',
      'legal.terms.sections.s8',
      'legal.terms.sections.s9',
    ],
  },
  privacy: {
    version: '1.15',
    publishedAt: '2026-12-01',
    sections: [
      'legal.privacy.sections.s1',
      'legal.privacy.sections.s2',
      'legal.privacy.sections.s3',
      'legal.privacy.sections.s4',
      'legal.privacy.sections.s5',
      'legal.privacy.sections.s6',
      'legal.privacy.sections.strangers',
      'legal.privacy.sections.transfer',
      'legal.privacy.sections.s7',
      'legal.privacy.sections.s8',
    ],
  },
  cookies: {
    version: '1.7',
    publishedAt: '2026-12-01',
    sections: [
      'legal.cookies.sections.s1',
      'legal.cookies.sections.s2',
      'legal.cookies.sections.s3',
      'legal.cookies.sections.s4',
      'legal.cookies.sections.s5',
      'legal.cookies.sections.s6',
    ],
  },
  consent: {
    version: '1.4',
    publishedAt: '2026-12-01',
    sections: [
      'legal.consent.sections.s1',
      'legal.consent.sections.s2',
      'legal.consent.sections.s3',
      'legal.consent.sections.s4',
      'legal.consent.sections.s5',
      'legal.consent.sections.s6',
    ],
  },
} as const satisfies Record<LegalKind, LegalDocument>

/** The operator of this site, as named in the texts (`operatorOf`). Fields are null if the deployment omits them. */
export type Operator = {
  /** The product's name. */
  name: string
  contactEmail: string
  /** A person or company with its address; both or neither. */
  legal: { name: string; address: string; register: string | null } | null
}

/** Props of pages that show a legal text. */
export type OperatorProps = { operator: Operator }

/** Consents given at sign-up (`consents.kind`), each with the text that it refers to. */
export const consentDocuments = { terms: 'terms', 'sensitive-data': 'consent' } as const satisfies Record<string, LegalKind>
export type ConsentKind = keyof typeof consentDocuments

/** Names of the consents' checkboxes, the same in every form. */
export const consentFields = { terms: 'terms', 'sensitive-data': 'sensitiveData' } as const satisfies Record<ConsentKind, string>

/** Proof of a consent: the version, and the SHA-256 (hex) of the text in that language. */
export type ConsentText = { kind: ConsentKind; version: string; locale: LocaleCode; textHash: string }

/** Step of the sign-in page that asks members again; also the name of its form. */
export const consentStep = 'consent'
/** Action for consents that are requested again; the sign-up's feature handles it. */
export const legalActions = { agreeAgain: action('/api/registration/consents', 'consent') }

/** A text whose version is new to a member, ready to show. */
export type OwedText = {
  kind: ConsentKind
  version: string
  /** Version, language and hash as sent back by the form, so that the stored text is the one that was read. */
  shown: string
  title: string
  /** Version and date, in words. */
  meta: string
  /** Changes in this version, in words. */
  news: string
  intro: string
  sections: { id: string; title: string; text: string }[]
}

/** `/sign-in?step=consent`; `next`: the page that the member wanted to open. `privacy`: to read, not to agree to. */
export type OwedConsents = {
  texts: OwedText[]
  privacy: Pick<OwedText, 'title' | 'sections'>
  next: string | null
  contactEmail: string
}

/** A legal text ready to show. */
export type ReadableText = { kind: LegalKind } & Pick<OwedText, 'title' | 'intro' | 'sections'>

/** Consents that the sign-in page requests before anything else. */
export type ConsentStepProps = { consent: OwedConsents | null }

export function legalVersion(kind: LegalKind): string {
  return legalDocuments[kind].version
}

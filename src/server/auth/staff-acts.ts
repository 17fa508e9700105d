/** Actions on the operators' pages; other members have no access. */
export type StaffRole = 'moderator' | 'operator'

/** The subject of an act, relative to the actor. `site`: no one. A deleted account counts as a member's. */
export type Subject = 'member' | StaffRole | 'oneself' | 'site'

type Scope = Record<StaffRole, readonly Subject[]>

const anyone: readonly Subject[] = ['member', 'moderator', 'operator', 'oneself', 'site']
const others: readonly Subject[] = ['member', 'moderator', 'operator']

/** Pages that both roles read. Their queries leave out what concerns the reader. */
const reading: Scope = { moderator: anyone, operator: anyone }
const readingForOperators: Scope = { moderator: [], operator: anyone }
/** Only operators decide about staff, and no one about themselves. */
const judging: Scope = { moderator: ['member'], operator: others }
const money: Scope = { moderator: [], operator: others }
const wholeSite: Scope = { moderator: [], operator: ['site'] }

/**
 * The only definition of who may do what to whom on the operators' pages. Guards, forms and statements use it, each act under the
 * name of its action (`opsActions`, `postPreviewActions`). The steps of the second factor belong to everyone and are not
 * included.
 */
export const staffActs = {
  decideAboutFactor: { moderator: [], operator: ['moderator', 'operator'] },
  decideAboutPasskey: { moderator: [], operator: ['moderator', 'operator'] },
  showPhotos: reading,
  decideAboutPhoto: judging,
  showVerifications: reading,
  showVerificationPicture: reading,
  decideAboutVerification: judging,
  showReports: reading,
  showReport: reading,
  decideAboutReport: judging,
  showReportPhoto: reading,
  showReportPicture: reading,
  showSearch: reading,
  search: reading,
  showMember: reading,
  restrict: judging,
  deleteMember: { moderator: [], operator: others },
  lift: judging,
  showAppeals: reading,
  decideAboutAppeal: judging,
  showMessages: reading,
  showMessage: reading,
  decideAboutMessage: judging,
  showAudit: readingForOperators,
  showSecurity: readingForOperators,
  showDeletions: readingForOperators,
  showMail: readingForOperators,
  decideAboutMail: wholeSite,
  showOrders: readingForOperators,
  showOrder: readingForOperators,
  /** The provider decides, regardless of who asks it. */
  settleOrder: { moderator: [], operator: [...others, 'oneself'] },
  refundOrder: money,
  showPayments: readingForOperators,
  closeDifference: money,
  showPromos: readingForOperators,
  createPromo: wholeSite,
  endPromo: wholeSite,
  showRedirects: readingForOperators,
  createRedirect: wholeSite,
  deleteRedirect: wholeSite,
  showSwitches: readingForOperators,
  turnSwitch: wholeSite,
  showPosts: readingForOperators,
  createPost: wholeSite,
  showPost: readingForOperators,
  tagPost: wholeSite,
  publishPost: wholeSite,
  unpublishPost: wholeSite,
  deletePost: wholeSite,
  showPostText: readingForOperators,
  savePostText: wholeSite,
  showStored: readingForOperators,
  showTyped: readingForOperators,
} satisfies Record<string, Scope>
export type StaffAct = keyof typeof staffActs

const scopeOf = (act: StaffAct): Scope => staffActs[act]

/** True if the role may do this to the subject, or at all. */
export function isOpenTo(act: StaffAct, role: StaffRole): boolean {
  return scopeOf(act)[role].length > 0
}

export function mayAct(act: StaffAct, role: StaffRole, subject: Subject): boolean {
  return scopeOf(act)[role].includes(subject)
}

/** The same for a member, for forms. `role`: null for a deleted account. */
export function mayActOn(
  act: StaffAct,
  actor: { id: string; role: StaffRole },
  member: { id: string | null; role: 'member' | StaffRole | null },
): boolean {
  return mayAct(act, actor.role, member.id === actor.id ? 'oneself' : (member.role ?? 'member'))
}

/** The pairs that an act allows, each as `actor subject`, for statements. */
export function allowedPairs(act: StaffAct): string[] {
  const scope = scopeOf(act)
  return (['moderator', 'operator'] as const).flatMap((role) => scope[role].map((subject) => `${role} ${subject}`))
}

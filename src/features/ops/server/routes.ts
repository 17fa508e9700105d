import { handle } from '#server/actions/handle.ts'
import { opsActions } from '../contract.ts'
import {
  createPost,
  deletePost,
  publishPost,
  savePostText,
  showPost,
  showPosts,
  showPostText,
  tagPost,
  unpublishPost,
} from './blog-pages.ts'
import { requireAct, requireOpen, requireStaff } from './guards.ts'
import { decideAboutMessage, showMessage, showMessages } from './contact-pages.ts'
import {
  confirm,
  confirmPassword,
  decideAboutFactor,
  decideAboutPasskey,
  enrol,
  lock,
  showHome,
  takeCode,
  takePasskey,
} from './factor-pages.ts'
import { decideAboutMail, showMail } from './mail-page.ts'
import { deleteMember, lift, restrict, search, showMember, showSearch } from './member-pages.ts'
import { refundOrder, settleOrder, showOrder, showOrders } from './order-pages.ts'
import { closeDifference, showPayments } from './payment-pages.ts'
import { askEnrolment, askPasskey, enrolOwnPasskey, removeOwnPasskey, showPasskeys } from './passkeys/pages.ts'
import { createPromo, endPromo, showPromos } from './promo-pages.ts'
import { decideAboutAppeal, decideAboutPhoto, showAppeals, showAudit, showPhotos } from './queue-pages.ts'
import { showDeletions } from './site/deletion-page.ts'
import { createRedirect, deleteRedirect, showRedirects } from './site/redirect-pages.ts'
import { decideAboutReport, showReport, showReportPhoto, showReportPicture, showReports } from './report-pages.ts'
import { showSecurity } from './security-page.ts'
import { showSwitches, turnSwitch } from './site/switch-pages.ts'
import { decideAboutVerification, showVerificationPicture, showVerifications } from './verification/pages.ts'

/**
 * The first page is for all staff; everything else requires the second factor and a permitted act. Visitors without a role get
 * the same response as for any unknown URL.
 */
export const opsRoutes = handle(opsActions, {
  showHome: requireStaff(showHome),
  confirmPassword: requireStaff(confirmPassword),
  enrol: requireStaff(enrol),
  confirm: requireStaff(confirm),
  takeCode: requireStaff(takeCode),
  lock: requireStaff(lock),
  askPasskey: requireStaff(askPasskey),
  takePasskey: requireStaff(takePasskey),
  showPasskeys: requireOpen((c, staff) => showPasskeys(c, staff)),
  askEnrolment: requireOpen(askEnrolment),
  enrolOwnPasskey: requireOpen(enrolOwnPasskey),
  removeOwnPasskey: requireOpen(removeOwnPasskey),
  decideAboutPasskey: requireAct('decideAboutPasskey', decideAboutPasskey),
  decideAboutFactor: requireAct('decideAboutFactor', decideAboutFactor),
  showPhotos: requireAct('showPhotos', (c, staff) => showPhotos(c, staff)),
  decideAboutPhoto: requireAct('decideAboutPhoto', decideAboutPhoto),
  showVerifications: requireAct('showVerifications', (c, staff) => showVerifications(c, staff)),
  showVerificationPicture: requireAct('showVerificationPicture', showVerificationPicture),
  decideAboutVerification: requireAct('decideAboutVerification', decideAboutVerification),
  showReports: requireAct('showReports', showReports),
  showReport: requireAct('showReport', showReport),
  decideAboutReport: requireAct('decideAboutReport', decideAboutReport),
  showReportPhoto: requireAct('showReportPhoto', showReportPhoto),
  showReportPicture: requireAct('showReportPicture', showReportPicture),
  showSearch: requireAct('showSearch', showSearch),
  search: requireAct('search', search),
  showMember: requireAct('showMember', (c, staff) => showMember(c, staff)),
  restrict: requireAct('restrict', restrict),
  deleteMember: requireAct('deleteMember', deleteMember),
  lift: requireAct('lift', lift),
  showAppeals: requireAct('showAppeals', (c, staff) => showAppeals(c, staff)),
  decideAboutAppeal: requireAct('decideAboutAppeal', decideAboutAppeal),
  showMessages: requireAct('showMessages', showMessages),
  showMessage: requireAct('showMessage', (c, staff) => showMessage(c, staff)),
  decideAboutMessage: requireAct('decideAboutMessage', decideAboutMessage),
  showAudit: requireAct('showAudit', showAudit),
  showSecurity: requireAct('showSecurity', showSecurity),
  showDeletions: requireAct('showDeletions', showDeletions),
  showMail: requireAct('showMail', (c, staff) => showMail(c, staff)),
  decideAboutMail: requireAct('decideAboutMail', decideAboutMail),
  showOrders: requireAct('showOrders', showOrders),
  showOrder: requireAct('showOrder', (c, staff) => showOrder(c, staff)),
  settleOrder: requireAct('settleOrder', settleOrder),
  refundOrder: requireAct('refundOrder', refundOrder),
  showPayments: requireAct('showPayments', (c, staff) => showPayments(c, staff)),
  closeDifference: requireAct('closeDifference', closeDifference),
  showPromos: requireAct('showPromos', (c, staff) => showPromos(c, staff)),
  createPromo: requireAct('createPromo', createPromo),
  endPromo: requireAct('endPromo', endPromo),
  showRedirects: requireAct('showRedirects', (c, staff) => showRedirects(c, staff)),
  createRedirect: requireAct('createRedirect', createRedirect),
  deleteRedirect: requireAct('deleteRedirect', deleteRedirect),
  showSwitches: requireAct('showSwitches', (c, staff) => showSwitches(c, staff)),
  turnSwitch: requireAct('turnSwitch', turnSwitch),
  showPosts: requireAct('showPosts', (c, staff) => showPosts(c, staff)),
  createPost: requireAct('createPost', createPost),
  showPost: requireAct('showPost', (c, staff) => showPost(c, staff)),
  tagPost: requireAct('tagPost', tagPost),
  publishPost: requireAct('publishPost', publishPost),
  unpublishPost: requireAct('unpublishPost', unpublishPost),
  deletePost: requireAct('deletePost', deletePost),
  showPostText: requireAct('showPostText', (c, staff) => showPostText(c, staff)),
  savePostText: requireAct('savePostText', savePostText),
})

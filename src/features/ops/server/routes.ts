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
import { requireOperator, requireStaff, requireSecondFactor } from './guards.ts'
import { decideAboutMessage, showMessage, showMessages } from './contact-pages.ts'
import { confirm, confirmPassword, decideAboutFactor, enrol, lock, showHome, takeCode } from './factor-pages.ts'
import { decideAboutMail, showMail } from './mail-page.ts'
import { lift, restrict, search, showMember, showSearch } from './member-pages.ts'
import { refundOrder, settleOrder, showOrder, showOrders } from './order-pages.ts'
import { closeDifference, showPayments } from './payment-pages.ts'
import { createPromo, endPromo, showPromos } from './promo-pages.ts'
import { decideAboutAppeal, decideAboutPhoto, showAppeals, showAudit, showPhotos } from './queue-pages.ts'
import { createRedirect, deleteRedirect, showRedirects } from './site/redirect-pages.ts'
import { decideAboutReport, showReport, showReportPhoto, showReports } from './report-pages.ts'
import { showSecurity } from './security-page.ts'
import { showSwitches, turnSwitch } from './site/switch-pages.ts'

/** Every address has one of two guards. Visitors without a role get the same answer as for any unknown address. */
export const opsRoutes = handle(opsActions, {
  showHome: requireStaff(showHome),
  confirmPassword: requireStaff(confirmPassword),
  enrol: requireStaff(enrol),
  confirm: requireStaff(confirm),
  takeCode: requireStaff(takeCode),
  lock: requireStaff(lock),
  decideAboutFactor: requireSecondFactor(decideAboutFactor),
  showPhotos: requireSecondFactor((c, staff) => showPhotos(c, staff)),
  decideAboutPhoto: requireSecondFactor(decideAboutPhoto),
  showReports: requireSecondFactor(showReports),
  showReport: requireSecondFactor(showReport),
  decideAboutReport: requireSecondFactor(decideAboutReport),
  showReportPhoto: requireSecondFactor(showReportPhoto),
  showSearch: requireSecondFactor(showSearch),
  search: requireSecondFactor(search),
  showMember: requireSecondFactor(showMember),
  restrict: requireSecondFactor(restrict),
  lift: requireSecondFactor(lift),
  showAppeals: requireSecondFactor((c, staff) => showAppeals(c, staff)),
  decideAboutAppeal: requireSecondFactor(decideAboutAppeal),
  showMessages: requireSecondFactor(showMessages),
  showMessage: requireSecondFactor((c, staff) => showMessage(c, staff)),
  decideAboutMessage: requireSecondFactor(decideAboutMessage),
  showAudit: requireSecondFactor(showAudit),
  showSecurity: requireSecondFactor(showSecurity),
  showMail: requireSecondFactor((c, staff) => showMail(c, staff)),
  decideAboutMail: requireSecondFactor(decideAboutMail),
  showOrders: requireOperator(showOrders),
  showOrder: requireOperator((c, staff) => showOrder(c, staff)),
  settleOrder: requireOperator(settleOrder),
  refundOrder: requireOperator(refundOrder),
  showPayments: requireOperator((c, staff) => showPayments(c, staff)),
  closeDifference: requireOperator(closeDifference),
  showPromos: requireOperator((c, staff) => showPromos(c, staff)),
  createPromo: requireOperator(createPromo),
  endPromo: requireOperator(endPromo),
  showRedirects: requireOperator((c, staff) => showRedirects(c, staff)),
  createRedirect: requireOperator(createRedirect),
  deleteRedirect: requireOperator(deleteRedirect),
  showSwitches: requireOperator((c, staff) => showSwitches(c, staff)),
  turnSwitch: requireOperator(turnSwitch),
  showPosts: requireOperator((c, staff) => showPosts(c, staff)),
  createPost: requireOperator(createPost),
  showPost: requireOperator((c, staff) => showPost(c, staff)),
  tagPost: requireOperator(tagPost),
  publishPost: requireOperator(publishPost),
  unpublishPost: requireOperator(unpublishPost),
  deletePost: requireOperator(deletePost),
  showPostText: requireOperator((c, staff) => showPostText(c, staff)),
  savePostText: requireOperator(savePostText),
})

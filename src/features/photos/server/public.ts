/** The server-side API of this feature for other features and pages. */
export { addressesFor, guestId, notingPhotos, openToken, portraitsFor } from './token.ts'
export { decidePhoto, type PhotoDecision } from './decide.ts'
export { photoNewsStatement, toPhotoNews } from './photo-news.ts'
export { findLargest, objectName, removeObjects } from './objects.ts'
export { readUploadForm } from './body.ts'
export { reencodeChatPhoto } from './reencode-chat-photo.ts'
export { sweepPhotos } from './sweep.ts'
export { listPendingPhotos, openPendingPhotos, ownPhotosStatement, shownPhotosStatement } from './queries.ts'
export { isPublicPhoto, listServable } from './serve-queries.ts'
export { toOwnPhotos, toPhotos } from './view.ts'
export {
  decideVerification,
  openVerificationPicture,
  openWaitingVerifications,
  waitingVerificationsStatement,
  type VerificationDecision,
} from './verification/decide.ts'
export { pictureName, removePictures } from './verification/pictures.ts'
export { attemptsStatement, currentConsentStatement, verificationFactsStatement } from './verification/queries.ts'
export { endUndecided, noteNotified, sweepVerificationPictures } from './verification/undecided.ts'
export { toVerification } from './verification/view.ts'
export { refusals } from '../verification.ts'

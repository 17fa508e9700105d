import { AppError } from '#shared/errors.ts'

/** The one answer to whatever is wrong with a passkey: it does not say whether the passkey, its owner or its challenge exists. */
export function passkeyRefused(): AppError {
  return new AppError('The passkey was not accepted', { status: 401, code: 'passkey-refused' })
}

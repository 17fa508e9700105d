import { accountActions } from '#features/auth/contract.ts'
import { loadCommonPasswords } from '#features/auth/sign-up/server/public.ts'
import { on } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import { endDevices } from './devices.ts'
import { askEmailChange, confirmEmailChange, resendEmailCode, undoEmailChange } from './email-change.ts'
import { changePassword } from './password-change.ts'
import { askReset, resendReset, resetPassword } from './reset.ts'
import {
  askResetInput,
  confirmEmailInput,
  emailChangeInput,
  endDevicesInput,
  nothingInput,
  passwordChangeInput,
  resendResetInput,
  resetInput,
  undoInput,
} from './schemas.ts'

export const accountRoutes = handle(accountActions, {
  askReset: on(askResetInput, askReset),
  resendReset: on(resendResetInput, resendReset),
  reset: on(async () => resetInput(await loadCommonPasswords()), resetPassword),
  undoEmail: on(undoInput, undoEmailChange),
  changeEmail: on(emailChangeInput, askEmailChange),
  confirmEmail: on(confirmEmailInput, confirmEmailChange),
  resendEmail: on(nothingInput, resendEmailCode),
  changePassword: on(async () => passwordChangeInput(await loadCommonPasswords()), changePassword),
  endDevices: on(endDevicesInput, endDevices),
})

import { Hono } from 'hono'
import { loadCommonPasswords } from '#features/auth/sign-up/server/public.ts'
import { accountForms } from '../contract.ts'
import { action } from '#server/actions/action.ts'
import type { AppContext, AppEnv } from '#server/context.ts'
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

/** Under /api/account. The first four need no session: a letter's code or link stands in for it. */
export const accountRoutes = new Hono<AppEnv>()
  .post('/reset', action(accountForms.askReset, askResetInput, askReset))
  .post('/reset/resend', action(accountForms.resendReset, resendResetInput, resendReset))
  .post('/reset/password', async (c: AppContext) =>
    action(accountForms.reset, resetInput(await loadCommonPasswords()), resetPassword)(c),
  )
  .post('/email/undo', action(accountForms.undoEmail, undoInput, undoEmailChange))
  .post('/email', action(accountForms.email, emailChangeInput, askEmailChange))
  .post('/email/confirm', action(accountForms.confirmEmail, confirmEmailInput, confirmEmailChange))
  .post('/email/resend', action(accountForms.resendEmail, nothingInput, resendEmailCode))
  .post('/password', async (c: AppContext) =>
    action(accountForms.password, passwordChangeInput(await loadCommonPasswords()), changePassword)(c),
  )
  .post('/devices/end', action(accountForms.endDevices, endDevicesInput, endDevices))

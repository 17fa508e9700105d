export { finishPayments } from './finish-payments.ts'

export { finishGifts } from './send-gift.ts'

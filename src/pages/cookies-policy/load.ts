import { defineLegalLoad } from '#features/legal/server/public.ts'

export default defineLegalLoad('cookies')

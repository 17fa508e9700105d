import { answer } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import { townActions } from '../contract.ts'
import { admitSearch } from './places/search-limit.ts'
import { findPlaces } from './places/find-places.ts'

export const townRoutes = handle(townActions, {
  find: answer(async (c) => {
    await admitSearch(c)
    return { places: await findPlaces(c.env.ASSETS, c.req.query('q') ?? '', c.get('locale')) }
  }),
})

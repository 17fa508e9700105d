export { isFavouriteStatement, listFavouritedBy } from './favourite-sql.ts'

export { isFavouriteSql, isFavouriteStatement, listFavouritedBy } from './favourite-sql.ts'

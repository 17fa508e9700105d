export { isFavouriteSql, isFavouriteStatement, listKeepers } from './favourite-sql.ts'

/** What seals and opens tokens. Loaded with the first of them: most requests only verify a signature, which needs less of jose. */
export { CompactEncrypt, compactDecrypt, EncryptJWT, jwtDecrypt } from 'jose'

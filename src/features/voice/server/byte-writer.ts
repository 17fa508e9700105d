export type Part = Uint8Array | readonly number[]

export const ascii = (text: string): number[] => [...text].map((character) => character.charCodeAt(0))

export const u16 = (value: number): number[] => [(value >>> 8) & 0xff, value & 0xff]
export const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value)]
export const u16Little = (value: number): number[] => u16(value).reverse()
export const u32Little = (value: number): number[] => u32(value).reverse()

export function f64(value: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setFloat64(0, value)
  return bytes
}

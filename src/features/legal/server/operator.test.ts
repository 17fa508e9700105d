import { expect, it } from 'vitest'
import { brand } from '#shared/brand.ts'
import { operatorOf } from './operator.ts'

const nothing = { OPERATOR_NAME: '', OPERATOR_ADDRESS: ' ', OPERATOR_EMAIL: '', OPERATOR_REGISTER: '' }
const all = {
  OPERATOR_NAME: 'Thread Ltd',
  OPERATOR_ADDRESS: '1 High Street, Bath',
  OPERATOR_EMAIL: 'post@thread.example',
  OPERATOR_REGISTER: 'Companies House 01234567',
}

it('who runs a deployment is what its variables say', () => {
  expect(operatorOf(all)).toEqual({
    name: brand.name,
    contactEmail: 'post@thread.example',
    legal: { name: 'Thread Ltd', address: '1 High Street, Bath', register: 'Companies House 01234567' },
  })
  expect(operatorOf({ ...all, OPERATOR_REGISTER: '' }).legal?.register).toBeNull()
})

it('without a name or an address only the contact address is shown, the brand’s where there is no other', () => {
  expect(operatorOf(nothing)).toEqual({ name: brand.name, contactEmail: brand.contactEmail, legal: null })
  for (const name of ['OPERATOR_NAME', 'OPERATOR_ADDRESS'] as const)
    expect(operatorOf({ ...all, [name]: '' })).toMatchObject({ contactEmail: 'post@thread.example', legal: null })
})

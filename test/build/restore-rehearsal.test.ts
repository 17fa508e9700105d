import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rehearse } from '../../scripts/state/rehearse.ts'
import { prepareState, stateSecrets } from '../support/state/prepare-state.ts'

test(
  'after a restore, conversations keep what they have beyond D1, and D1 has what it had at the copy',
  { timeout: 240_000 },
  async () => {
    const { stateDir } = await prepareState()
    const { found, timesMs } = await rehearse({ stateDir, copyDir: join(stateDir, '../copy'), secrets: stateSecrets })
    expect(found).toEqual({
      'signing in while D1 is lost': 'refused with 401',
      'signing in before the list of deletions is applied': 'refused with 503',
      'signing in to an account that was purged after the copy': 'refused with 401',
      'that account in D1': 'deleted',
      'a message from before the copy': 'there',
      'a message from after the copy': 'there',
      'writing in that conversation': 'works',
      'a photo from before the copy': 'works',
      'a photo from after the copy': 'refused with 404',
      'a session from after the copy': 'refused with 401',
      'a match from after the copy, its page': 'refused with 404',
      'a match from after the copy, writing': 'works',
      'the same two, once they have liked each other again': 'the same conversation',
      'what they had written': 'there',
      'an unmatch from after the copy, writing': 'refused with 404',
      'that unmatch, made again': 'works',
      'a block from after the copy, writing': 'refused with 404',
      'that block in D1': 'lost',
    })
    expect(timesMs.restore).toBeGreaterThan(0)
  },
)

import type { D1Decisions } from './d1-decisions.ts'
import { cascade, owner, ownerless, secret, staff } from './reasons.ts'

/** Accounts, sessions and what protects them. */
export const accountTables = {
  registrations: { export: { because: 'no account yet' }, purge: 'deleted with its expiry' },
  registrationCodes: { export: { because: 'no account yet' }, purge: cascade },
  members: {
    export: {
      rows: 'without the password hash',
      columns: {
        id: true,
        email: true,
        passwordHash: secret,
        state: true,
        firstName: true,
        birthDate: true,
        birthDateChangedAt: true,
        gender: true,
        locale: true,
        timeZone: true,
        appearance: true,
        role: true,
        premiumUntil: true,
        signIns: true,
        passkeyRefusedAt: true,
        createdAt: true,
        updatedAt: true,
      },
    },
    purge: 'deleted',
  },
  sessions: {
    export: {
      rows: 'without tokens',
      columns: {
        id: 'names a session that may be open',
        subjectKind: 'always a member',
        subjectId: owner,
        createdAt: true,
        seenAt: true,
        expiresAt: true,
        revokedAt: true,
        userAgent: true,
        confirmedAt: true,
        factorAt: true,
        factorKind: true,
        passkeyId: true,
      },
    },
    purge: 'deleted',
  },
  refreshTokens: { export: { because: 'secrets' }, purge: cascade },
  identities: {
    export: { columns: { issuer: true, subject: true, provider: true, memberId: owner, linkedAt: true } },
    purge: cascade,
  },
  deletions: { export: { because: 'no new export after a deletion' }, purge: 'deleted with its last step' },
  passkeys: {
    export: {
      rows: 'without key and user handle',
      columns: {
        id: true,
        memberId: owner,
        userHandle: 'a random number that only authenticators know',
        publicKey: 'says nothing about the member',
        counter: true,
        transports: true,
        authenticator: true,
        backedUp: true,
        createdAt: true,
        lastUsedAt: true,
      },
    },
    purge: cascade,
  },
  passkeyChallenges: { export: { because: 'gone in minutes' }, purge: `${cascade}; for a sign-in, it expires` },
  oneTimeCodes: { export: { because: 'secrets' }, purge: `${cascade}; a decoy expires` },
  emailChanges: {
    export: {
      rows: 'without the token',
      columns: {
        id: 'part of a link that undoes the change',
        memberId: owner,
        oldEmail: true,
        newEmail: true,
        undoHash: secret,
        changedAt: true,
        passkeysSince: true,
        undoUntil: true,
        undoneAt: true,
      },
    },
    purge: cascade,
  },
  knownDevices: { export: { because: 'hashes' }, purge: cascade },
  pushSubscriptions: {
    export: {
      rows: 'the address without the keys',
      columns: {
        sessionId: 'names a session that may be open',
        memberId: owner,
        endpoint: true,
        p256dh: secret,
        auth: secret,
        createdAt: true,
      },
    },
    purge: 'deleted',
  },
  consents: {
    export: {
      columns: {
        id: true,
        subjectKind: 'always a member',
        subjectId: owner,
        kind: true,
        version: true,
        locale: true,
        textHash: true,
        givenAt: true,
      },
    },
    purge: 'kept until then, as proof',
  },
  secondFactors: { export: { because: 'secrets' }, purge: cascade },
  factorPasskeys: {
    export: {
      columns: {
        id: 'names a form of the operators’ pages',
        passkeyId: true,
        memberId: owner,
        enrolledAt: true,
        acceptedAt: true,
        acceptedBy: staff,
      },
    },
    purge: cascade,
  },
  counters: { export: { because: 'hashed keys and recent times' }, purge: 'expires within a week' },
  securityEvents: { export: ownerless, purge: 'stays until it expires' },
  failedEmails: { export: { because: 'deleted within a week' }, purge: 'can no longer be sent; deleted within a week' },
  auditLog: { export: { because: "the operators' own record" }, purge: 'stays: ids only, no names' },
} satisfies Partial<D1Decisions>

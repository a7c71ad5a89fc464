// What /careers draws of the repository: its floors from the top, with some of what stands on each, and tests named as sentences.

/** Paths in the repository. */
export const floors = [
  { floor: 'start', stands: ['server/main.ts', 'server/wiring.ts', 'server/routes.ts'] },
  { floor: 'composers', stands: ['server/forward.ts', 'server/answer.ts', 'server/leave.ts', 'server/ledger'] },
  {
    floor: 'rooms',
    stands: ['server/mail', 'server/filters', 'server/delivery', 'server/whatsapp', 'server/auth', 'server/account', 'server/files'],
  },
  { floor: 'ground', stands: ['server/http', 'server/db', 'server/clock.ts', 'server/seal.ts', 'server/outside.ts'] },
  { floor: 'core', stands: ['core/filters', 'core/delivery', 'core/mailbox', 'core/message'] },
] as const

/** A file of tests, and how some of them are named. */
export const named = {
  file: 'server/forward.test.ts',
  tests: [
    'a mail seen twice is forwarded once',
    'what the allowance does not cover is held, not lost',
    'the cursor moves with the mails, and a failure keeps neither',
    'mails of several people in one batch stay apart',
  ],
} as const

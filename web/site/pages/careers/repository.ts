// What /careers shows of the repository: the layers of the code, and the names of some tests.

/** Paths in the repository. */
export const layers = [
  { layer: 'start', stands: ['server/main.ts', 'server/wiring/app.ts', 'server/routes.ts'] },
  {
    layer: 'useCases',
    stands: ['server/use-cases/forward.ts', 'server/use-cases/sending.ts', 'server/use-cases/answer.ts', 'server/use-cases/ledger'],
  },
  {
    layer: 'modules',
    stands: ['server/mail', 'server/filters', 'server/delivery', 'server/whatsapp', 'server/auth', 'server/account', 'server/files'],
  },
  {
    layer: 'foundation',
    stands: [
      'server/foundation/http',
      'server/foundation/db',
      'server/foundation/clock.ts',
      'server/foundation/seal.ts',
      'server/foundation/outside.ts',
    ],
  },
  { layer: 'core', stands: ['core/filters', 'core/delivery', 'core/mailbox', 'core/message'] },
] as const

/** A file of tests, and how some of them are named. */
export const named = {
  file: 'server/use-cases/forward.test.ts',
  tests: [
    'a mail seen twice is forwarded once',
    'what the allowance does not cover is held, not lost',
    'the cursor moves with the mails, and a failure keeps neither',
    'mails of several people in one batch stay apart',
  ],
} as const

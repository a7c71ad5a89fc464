// The parts of the repository that /careers shows: the layers of the code, and the names of some tests.

/** Paths in the repository. */
export const layers = [
  { layer: 'start', paths: ['server/main.ts', 'server/wiring/app.ts', 'server/routes.ts'] },
  {
    layer: 'useCases',
    paths: ['server/use-cases/forward.ts', 'server/use-cases/sending.ts', 'server/use-cases/answer.ts', 'server/use-cases/ledger'],
  },
  {
    layer: 'modules',
    paths: ['server/mail', 'server/filters', 'server/delivery', 'server/whatsapp', 'server/auth', 'server/account', 'server/files'],
  },
  {
    layer: 'foundation',
    paths: [
      'server/foundation/http',
      'server/foundation/db',
      'server/foundation/clock.ts',
      'server/foundation/seal.ts',
      'server/foundation/outside.ts',
    ],
  },
  { layer: 'core', paths: ['core/filters', 'core/delivery', 'core/mailbox', 'core/message'] },
] as const

/** A test file and the names of some of its tests. */
export const testExample = {
  file: 'server/use-cases/forward.test.ts',
  tests: [
    'an email received twice is forwarded once',
    'deliveries beyond the allowance wait for the daily digest and don’t count',
    'the cursor commits with the emails, and a failure saves neither',
    'emails of several users in one batch stay apart',
  ],
} as const

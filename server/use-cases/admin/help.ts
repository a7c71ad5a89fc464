// Lists what `npm run admin` can do.

const commands = [
  ['add EMAIL [ROLE]', 'gives somebody a role: admin (the default), support or billing'],
  ['remove EMAIL [ROLE]', 'takes the role away'],
  ['list', 'lists everybody with a role'],
  ['unblock NETWORK', 'unblocks an address or network, when administrators have blocked themselves'],
  ['unblock --all', 'unblocks every network'],
  ['maintenance off', 'ends maintenance mode'],
  ['rotate-key start|finish|forget', 'replaces the master key, step by step'],
  ['rotate-signing-key', 'lets a new key sign access tokens; nobody is signed out'],
  ['service-key …', 'creates, lists and revokes the keys that may administer users'],
  ['templates …', 'lists, submits and syncs the WhatsApp templates'],
  ['plans …', 'lists, exports and publishes plans'],
  ['invoices …', 'lists invoices by hand, and marks them as paid'],
  ['payments …', 'prepares a change of the payment provider'],
  ['log …', 'verifies the activity log, or starts a new key for it'],
  ['help-votes', 'says which guides helped'],
] as const

export const isHelp = (subject: string): boolean => ['', 'help', '--help', '-h'].includes(subject)

const width = Math.max(...commands.map(([command]) => command.length))

export const adminHelp = (): string =>
  ['npm run admin -- …', ...commands.map(([command, text]) => `  ${command.padEnd(width)}  ${text}`)].join('\n')

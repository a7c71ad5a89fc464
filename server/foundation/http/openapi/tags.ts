// Groups API calls for readers: one tag for each noun of the URLs, and one for the console.

const tags: Record<string, string> = {
  mailboxes: 'Email accounts',
  filters: 'Filters',
  destinations: 'Phones',
  pause: 'Phones',
  rotas: 'Phones',
  deliveries: 'Messages',
  messages: 'Messages',
  replies: 'Messages',
  views: 'Messages',
  ledger: 'Messages',
  attachments: 'Files',
  files: 'Files',
  settings: 'Account',
  onboarding: 'Account',
  'test-mails': 'Account',
  notifications: 'Account',
  'push-subscriptions': 'Account',
  sessions: 'Account',
  keys: 'Account',
  exports: 'Account',
  erasures: 'Account',
  subscription: 'Billing',
  checkouts: 'Billing',
  'portal-sessions': 'Billing',
  invoices: 'Billing',
  plans: 'Billing',
  admin: 'Console',
}

export const tagDescriptions: Record<string, string> = {
  'Email accounts': 'The email accounts that are watched, their checks and their folders.',
  Filters: 'Filters, their lists, versions and trials.',
  Phones: 'The phones that emails go to, their pauses, and who is on call.',
  Messages: 'What arrived, what became of it, and why.',
  Files: 'Files of emails.',
  Account: 'Settings, sessions, API keys and copies of everything.',
  Billing: 'Plans, subscriptions and invoices.',
  Console: 'For administrators.',
  Server: 'What the pages need to know of this server.',
}

export const tagOf = (path: string): string => tags[path.split('/')[2] ?? ''] ?? 'Server'

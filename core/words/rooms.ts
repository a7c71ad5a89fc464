// The rooms of words and their keys, as the English catalogues spell them: one line a room.
export interface Rooms {
  account: typeof import('./en/account.json')
  accounts: typeof import('./en/accounts.json')
  auth: typeof import('./en/auth.json')
  builder: typeof import('./en/builder.json')
  connect: typeof import('./en/connect.json')
  dashboard: typeof import('./en/dashboard.json')
  delivery: typeof import('./en/delivery.json')
  editor: typeof import('./en/editor.json')
  filters: typeof import('./en/filters.json')
  forwarded: typeof import('./en/forwarded.json')
  gallery: typeof import('./en/gallery.json')
  gmail: typeof import('./en/gmail.json')
  ledger: typeof import('./en/ledger.json')
  link: typeof import('./en/link.json')
  mail: typeof import('./en/mail.json')
  notices: typeof import('./en/notices.json')
  phone: typeof import('./en/phone.json')
  profile: typeof import('./en/profile.json')
  providers: typeof import('./en/providers.json')
  query: typeof import('./en/query.json')
  sentence: typeof import('./en/sentence.json')
  session: typeof import('./en/session.json')
  shell: typeof import('./en/shell.json')
  site: typeof import('./en/site.json')
  ui: typeof import('./en/ui.json')
  whatsapp: typeof import('./en/whatsapp.json')
}

export type Room = keyof Rooms
export type Key<R extends Room> = Exclude<keyof Rooms[R] & string, 'default'>

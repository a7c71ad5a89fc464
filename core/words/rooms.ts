// The rooms of words and their keys, as the English catalogues spell them: one line a room.
import type account from './en/account.json' with { type: 'json' }
import type filters from './en/filters.json' with { type: 'json' }
import type gallery from './en/gallery.json' with { type: 'json' }
import type ledger from './en/ledger.json' with { type: 'json' }
import type phone from './en/phone.json' with { type: 'json' }
import type sentence from './en/sentence.json' with { type: 'json' }
import type site from './en/site.json' with { type: 'json' }
import type ui from './en/ui.json' with { type: 'json' }
import type whatsapp from './en/whatsapp.json' with { type: 'json' }

export interface Rooms {
  account: typeof account
  gallery: typeof gallery
  phone: typeof phone
  sentence: typeof sentence
  site: typeof site
  ui: typeof ui
  whatsapp: typeof whatsapp
  filters: typeof filters
  ledger: typeof ledger
}

export type Room = keyof Rooms
export type Key<R extends Room> = keyof Rooms[R] & string

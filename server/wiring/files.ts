// What the storage wire is given: the keys of people, who asks, and the clock that attachments end by.
import type { Auth } from '../auth/auth.ts'
import { openImages } from '../files/images/images.ts'
import type { FileParts } from '../files/wire.ts'
import type { Key } from '../seal.ts'
import type { Ground } from '../wiring.ts'

export const fileParts = ({ config, db, keys, clock }: Ground, auth: Auth, master: Key): FileParts => ({
  db,
  keys,
  master,
  now: clock.now,
  limits: config.storage,
  images: openImages(),
  readBearer: auth.readBearer,
  verifySession: auth.verifySession,
  publishableKey: config.publishableKey,
})

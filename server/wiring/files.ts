// Binds the storage API to the users' keys, the caller and the clock.
import type { Auth } from '../auth/auth.ts'
import { openImages } from '../files/images.ts'
import type { StorageDeps } from '../files/wire.ts'
import type { SealKey } from '../foundation/seal.ts'
import type { AppContext } from './app.ts'

export const fileDeps = ({ config, db, keys, clock }: AppContext, auth: Auth, master: SealKey): StorageDeps => ({
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

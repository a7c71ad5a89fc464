// Files that people send are fetched beside the work, as they take long; only few are held at once.
import type { InboundFile } from '../whatsapp/webhook.ts'
import { type Errands, openErrands } from './errands.ts'

export interface FileToSend {
  name: string
  type: string
  bytes: Buffer
}

export type Fetched = FileToSend | 'too_large' | 'unfetched'

export const openFetches = (fetch: (file: InboundFile) => Promise<Fetched>, onThere: () => void): Errands<InboundFile, Fetched> =>
  openErrands(fetch, 'unfetched', onThere)

export type Fetches = Errands<InboundFile, Fetched>

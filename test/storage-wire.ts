// Starts the storage API on a free port, with people who have clients.
import type { SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import type { BucketLimits } from '../server/files/buckets.ts'
import { openImages } from '../server/files/images.ts'
import { mountFiles } from '../server/files/wire.ts'
import { openUserKeys } from '../server/foundation/db/keys.ts'
import type { Db } from '../server/foundation/db/pool.ts'
import { type AuthServer, authServer, publishableKey, roomy, somebody } from './auth-wire.ts'

export const limits: BucketLimits = {
  bytesPerUser: 3_000_000,
  avatarMaxBytes: 400_000,
  attachmentMaxBytes: 1_000_000,
  attachmentTypes: ['image/*', 'text/plain', 'text/csv', 'application/pdf', 'application/octet-stream'],
  attachmentDays: 30,
}

export const storageServer = (db: Db): Promise<AuthServer> =>
  authServer(db, { switches: roomy }, {}, (app, { auth, master, now }) =>
    mountFiles(app, {
      db,
      keys: openUserKeys(master, now),
      master,
      now,
      limits,
      images: openImages(),
      readBearer: auth.readBearer,
      verifySession: auth.verifySession,
      publishableKey,
    }),
  )

export interface Keeper {
  id: string
  client: SupabaseClient
  bearer: string
  avatars: ReturnType<SupabaseClient['storage']['from']>
  attachments: ReturnType<SupabaseClient['storage']['from']>
  /** A path in their folder. */
  own(name: string): string
}

export async function keeper(server: AuthServer, open: (url: string) => SupabaseClient): Promise<Keeper> {
  const client = open(server.url)
  const { data, error } = await client.auth.signUp(somebody())
  if (error || !data.user || !data.session) throw error ?? new Error('Signing up gave nobody.')
  const id = data.user.id
  const [avatars, attachments] = [client.storage.from('avatars'), client.storage.from('attachments')]
  return { id, client, bearer: data.session.access_token, avatars, attachments, own: name => `${id}/${name}` }
}

/** A call as it travels; anybody's unless `as` says whose. */
export async function storage(
  server: AuthServer,
  method: string,
  path: string,
  { as, headers = {}, body }: { as?: Keeper; headers?: Record<string, string>; body?: RequestInit['body'] } = {},
) {
  const response = await fetch(`${server.url}/storage/v1${path}`, {
    method,
    headers: { apikey: publishableKey, ...(as && { authorization: `Bearer ${as.bearer}` }), ...headers },
    ...(body !== undefined && { body }),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const isJson = response.headers.get('content-type')?.includes('application/json')
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    json: isJson && bytes.length > 0 ? (JSON.parse(bytes.toString()) as unknown) : null,
  }
}

/** A picture of one colour. */
export const picture = (width = 40, height = 30, format: 'png' | 'jpeg' | 'webp' | 'gif' = 'png'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#2a6f97' } })
    .withExif({ IFD0: { Copyright: 'a secret of the camera' } })
    .toFormat(format)
    .toBuffer()

/** Files of a few bytes that came in one after the other, without the way in. */
export async function plant(db: Db, userId: string, files: { name: string; at: number }[]): Promise<void> {
  const row = { user_id: userId, bucket: 'attachments' as const, size_bytes: 5, media_type: 'text/plain', cache_control: 'no-cache' }
  const made = files.map(({ name, at }) => ({
    ...row,
    version: crypto.randomUUID(),
    id: crypto.randomUUID(),
    path: `${userId}/${name}`,
    created_at: new Date(1_000_000 + at),
    ready_at: new Date(1_000_000 + at),
  }))
  await db.insertInto('files').values(made).execute()
}

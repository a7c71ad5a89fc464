// Tests every call of the storage API with the official clients, and what it refuses.
import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { chunkBytes } from '../server/files/objects/chunks.ts'
import { clients } from './auth-wire.ts'
import { testDatabase } from './database.ts'
import { type Keeper, keeper, limits, picture, plant, storageServer } from './storage-wire.ts'

const { db } = await testDatabase()
const server = await storageServer(db)
const png = await picture()
const text = { contentType: 'text/plain;charset=UTF-8' }

const bytesOf = async (blob: Blob | null) => Buffer.from(await (blob ?? new Blob([])).arrayBuffer())
const rowsOf = (userId: string) => db.selectFrom('files').selectAll().where('user_id', '=', userId).execute()
const chunksOf = (userId: string) => db.selectFrom('file_chunks').select(['n', 'sealed']).where('user_id', '=', userId).execute()

describe.each(clients)('by client %s', (_, open) => {
  let anna: Keeper
  beforeAll(async () => {
    anna = await keeper(server, open)
  })

  test('there are two buckets, which nobody makes, changes, empties or deletes', async () => {
    const { data } = await anna.client.storage.listBuckets()
    expect(data).toMatchObject([
      { id: 'avatars', name: 'avatars', public: false, file_size_limit: limits.avatarMaxBytes },
      { id: 'attachments', allowed_mime_types: limits.attachmentTypes },
    ])
    expect((await anna.client.storage.getBucket('avatars')).data).toMatchObject({ id: 'avatars', public: false })
    expect((await anna.client.storage.getBucket('others')).error?.message).toBe('Bucket not found')
    const { storage: all } = anna.client
    for (const { error } of [
      await all.createBucket('mine', { public: true }),
      await all.updateBucket('avatars', { public: true }),
      await all.emptyBucket('attachments'),
      await all.deleteBucket('attachments'),
    ])
      expect(error?.message).toMatch(/fixed/)
  })

  test('a file comes back as it went: from a blob, a buffer, a stream, a form', async () => {
    const bytes = randomBytes(chunkBytes + 1000)
    const form = new FormData()
    form.append('', new Blob([bytes], { type: 'application/octet-stream' }), 'x.bin')
    const raw = { contentType: 'application/octet-stream' }
    const ways = {
      blob: () => anna.attachments.upload(anna.own('blob'), new Blob([bytes], { type: 'application/octet-stream' })),
      buffer: () => anna.attachments.upload(anna.own('buffer'), bytes, raw),
      stream: () => anna.attachments.upload(anna.own('stream'), new Blob([bytes]).stream(), { ...raw, duplex: 'half' }),
      form: () => anna.attachments.upload(anna.own('form'), form),
    }
    for (const [name, upload] of Object.entries(ways)) {
      const { data, error } = await upload()
      expect({ name, error }).toEqual({ name, error: null })
      expect(data).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        path: anna.own(name),
        fullPath: `attachments/${anna.own(name)}`,
      })
      const { data: read } = await anna.attachments.download(anna.own(name))
      expect((await bytesOf(read)).equals(bytes)).toBe(true)
      expect(read?.type).toBe('application/octet-stream')
    }
    expect((await anna.attachments.remove(Object.keys(ways).map(anna.own))).data?.map(file => file.name)).toHaveLength(4)
    expect(await chunksOf(anna.id)).toEqual([])
  })

  test('metadata sent with a file comes back', async () => {
    const path = anna.own('told.txt')
    const noted = { ...text, cacheControl: '60', metadata: { from: 'the harbour' } }
    await anna.attachments.upload(path, 'Ahoy', noted)
    await anna.attachments.upload(anna.own('told2.txt'), new Blob(['Ahoy'], { type: 'text/plain' }), noted)
    for (const name of ['told.txt', 'told2.txt']) {
      const { data } = await anna.attachments.info(anna.own(name))
      expect(data).toMatchObject({ bucketId: 'attachments', size: 4, cacheControl: 'max-age=60', metadata: { from: 'the harbour' } })
      expect(data?.contentType).toMatch(/^text\/plain/)
    }
    expect((await anna.attachments.exists(path)).data).toBe(true)
    expect((await anna.attachments.exists(anna.own('nowhere'))).data).toBe(false)
    expect((await anna.attachments.info(anna.own('nowhere'))).error?.message).toBe('Object not found')
    expect((await anna.attachments.download(anna.own('nowhere'))).error).not.toBeNull()
    for (const row of await rowsOf(anna.id)) expect(row.notes?.includes('harbour')).toBe(false)
    for (const chunk of await chunksOf(anna.id)) expect(chunk.sealed.includes('Ahoy')).toBe(false)
  })

  test('a path can be used once, unless upsert is set; an update needs a file to replace', async () => {
    const path = anna.own('once.txt')
    const { data: first } = await anna.attachments.upload(path, 'one', text)
    expect(await anna.attachments.upload(path, 'two', text)).toMatchObject({
      data: null,
      error: { statusCode: '409', message: 'The resource already exists' },
    })
    const { data: again } = await anna.attachments.upload(path, 'three', { ...text, upsert: true })
    expect(again?.id).toBe(first?.id)
    expect((await anna.attachments.update(path, 'four', text)).data?.id).toBe(first?.id)
    expect(await (await anna.attachments.download(path)).data?.text()).toBe('four')
    expect((await anna.attachments.update(anna.own('never.txt'), 'x', text)).error?.message).toBe('Object not found')
    await anna.attachments.remove([path])
  })

  test('a list has folders first, a hundred entries unless asked, and pages, sorts and searches', async () => {
    const rows = Array.from({ length: 105 }, (_, i) => ({ name: `many/${String(i).padStart(3, '0')}`, at: i }))
    await plant(db, anna.id, [...rows, { name: 'many/sub/deep/file', at: 1 }, { name: 'many/sub/b', at: 2 }])
    const list = async (options?: Parameters<typeof anna.attachments.list>[1]) =>
      (await anna.attachments.list(anna.own('many'), options)).data ?? []
    const all = await list()
    expect(all).toHaveLength(100)
    expect(all[0]).toEqual({ name: 'sub', id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null })
    expect(all[1]).toMatchObject({ name: '000', metadata: { size: 5, mimetype: 'text/plain', httpStatusCode: 200 } })
    expect(await list({ limit: 1000 })).toHaveLength(106)
    expect((await list({ limit: 2, offset: 3 })).map(file => file.name)).toEqual(['002', '003'])
    expect((await list({ limit: 2, sortBy: { column: 'name', order: 'desc' } })).map(file => file.name)).toEqual(['sub', '104'])
    expect((await list({ limit: 3, sortBy: { column: 'created_at', order: 'desc' } })).map(file => file.name)).toEqual([
      'sub',
      '104',
      '103',
    ])
    expect((await list({ search: '10' })).map(file => file.name)).toEqual(['100', '101', '102', '103', '104'])
    expect((await list({ search: 'S%' })).map(file => file.name)).toEqual([])
    expect((await list({ search: 'SU' })).map(file => file.name)).toEqual(['sub'])
    expect((await anna.attachments.list('')).data).toEqual([expect.objectContaining({ name: anna.id, id: null })])
    expect((await anna.attachments.list(anna.own('many/sub/'))).data?.map(file => file.name)).toEqual(['deep', 'b'])
    expect((await anna.attachments.list(anna.own('many'), { limit: 0 })).error?.message).toMatch(/limit/)
    expect((await anna.attachments.list(anna.own('many'), { sortBy: { column: 'sealed; drop table files' } })).error).not.toBeNull()
    await anna.attachments.remove([...rows.map(({ name }) => anna.own(name)), anna.own('many/sub/deep/file'), anna.own('many/sub/b')])
  })

  test('a signed link opens its file until it expires', async () => {
    const path = anna.own('linked.txt')
    await anna.attachments.upload(path, 'Ahoy', text)
    const { data } = await anna.attachments.createSignedUrl(path, 60, { download: 'a name.txt' })
    const opened = await fetch(data?.signedUrl ?? '')
    expect(await opened.text()).toBe('Ahoy')
    expect(opened.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''a%20name.txt")
    const { data: several } = await anna.attachments.createSignedUrls([path, anna.own('none')], 60)
    expect(several).toMatchObject([
      { path, error: null },
      { path: anna.own('none'), signedUrl: null, error: expect.stringMatching(/does not exist/) },
    ])
    expect(await (await fetch(several?.[0]?.signedUrl ?? '')).text()).toBe('Ahoy')
    const { data: write } = await anna.attachments.createSignedUploadUrl(anna.own('written.txt'))
    const link = new URL(data?.signedUrl ?? '')
    const told = async (url: string) => (await fetch(url)).json()
    expect(await told(link.href.replace('linked.txt', 'told.txt'))).toMatchObject({ code: 'InvalidJWT', message: 'Invalid signature' })
    expect(await told(link.href.replace('/attachments/', '/avatars/'))).toMatchObject({ message: 'Invalid signature' })
    expect(await told(`${link.origin}${link.pathname}?token=${write?.token}`)).toMatchObject({ message: 'Invalid signature' })
    expect(await told(`${link.origin}${link.pathname}?token=${link.searchParams.get('token')?.slice(0, -2)}`)).toMatchObject({
      message: 'signature verification failed',
    })
    expect(await told(link.origin + link.pathname)).toMatchObject({ code: 'InvalidJWT' })
    for (const seconds of [0, -1, 1.5, 604_801])
      expect((await anna.attachments.createSignedUrl(path, seconds)).error?.message).toMatch(/expiresIn/)
    expect((await anna.attachments.createSignedUrl(anna.own('none'), 60)).error?.message).toBe('Object not found')
    server.wait(61_000)
    expect(await (await fetch(data?.signedUrl ?? '')).json()).toMatchObject({ code: 'InvalidJWT', message: expect.stringContaining('exp') })
  })

  test('a link takes one file in, and replaces only where it was made to', async () => {
    const path = anna.own('sent.txt')
    const nobody = open(server.url).storage.from('attachments')
    const { data } = await anna.attachments.createSignedUploadUrl(path)
    const token = data?.token ?? ''
    const file = new Blob(['by a friend'], { type: 'text/plain' })
    expect((await nobody.uploadToSignedUrl(anna.own('other.txt'), token, file)).error?.message).toBe('Invalid signature')
    expect((await nobody.uploadToSignedUrl(path, `${token}x`, file)).error).not.toBeNull()
    expect((await nobody.uploadToSignedUrl(path, token, file)).data).toMatchObject({ path, fullPath: `attachments/${path}` })
    expect((await nobody.uploadToSignedUrl(path, token, file)).error?.message).toBe('The resource already exists')
    const { data: again } = await anna.attachments.createSignedUploadUrl(path, { upsert: true })
    expect((await nobody.uploadToSignedUrl(path, again?.token ?? '', new Blob(['anew'], { type: 'text/plain' }))).error).toBeNull()
    expect(await (await anna.attachments.download(path)).data?.text()).toBe('anew')
    server.wait(7_201_000)
    expect((await nobody.uploadToSignedUrl(path, again?.token ?? '', file)).error?.message).toMatch(/exp/)
    anna = await keeper(server, open)
  })

  test('a file is moved and copied within its bucket', async () => {
    const [from, to, third] = [anna.own('from.txt'), anna.own('dir/to.txt'), anna.own('third.txt')]
    const { data: made } = await anna.attachments.upload(from, 'Ahoy', { ...text, metadata: { a: 1 } })
    expect((await anna.attachments.move(from, to)).data?.message).toBe('Successfully moved')
    expect((await anna.attachments.exists(from)).data).toBe(false)
    expect((await anna.attachments.copy(to, third)).data).toEqual({ path: `attachments/${third}` })
    expect(await (await anna.attachments.download(third)).data?.text()).toBe('Ahoy')
    expect((await anna.attachments.info(third)).data?.metadata).toEqual({ a: 1 })
    expect((await anna.attachments.info(to)).data?.id).toBe(made?.id)
    expect((await anna.attachments.info(third)).data?.id).not.toBe(made?.id)
    expect((await anna.attachments.move(to, third)).error?.message).toBe('The resource already exists')
    expect((await anna.attachments.copy(to, third)).error?.message).toBe('The resource already exists')
    expect((await anna.attachments.move(anna.own('none'), from)).error?.message).toBe('Object not found')
    expect((await anna.attachments.move(to, 'elsewhere.txt')).error?.message).toBe('new row violates row-level security policy')
    expect((await anna.attachments.copy(to, anna.own('../x'))).error?.message).toMatch(/Invalid key/)
    expect((await anna.attachments.copy(to, from, { destinationBucket: 'avatars' })).error?.message).toMatch(
      /cannot be moved between buckets/,
    )
    await anna.attachments.remove([to, third])
  })

  test('a picture becomes a square in WebP with nothing of the camera in it, and is shown smaller when asked', async () => {
    const path = anna.own('me')
    const type = { contentType: 'image/jpeg' }
    await anna.avatars.upload(path, await picture(900, 600, 'jpeg'), type)
    const { data } = await anna.avatars.download(path)
    const bytes = await bytesOf(data)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 })
    expect(bytes.includes('secret of the camera')).toBe(false)
    const small = await anna.avatars.download(path, { transform: { width: 64, height: 32, resize: 'fill', quality: 40 } })
    expect(await sharp(await bytesOf(small.data)).metadata()).toMatchObject({ width: 64, height: 32 })
    const { data: linked } = await anna.avatars.createSignedUrl(path, 60, { transform: { width: 20, height: 20 } })
    expect(await sharp(Buffer.from(await (await fetch(linked?.signedUrl ?? '')).arrayBuffer())).metadata()).toMatchObject({
      width: 20,
      height: 20,
    })
    expect((await anna.avatars.download(path, { transform: { width: 100_000 } })).error).not.toBeNull()
    for (const format of ['png', 'webp', 'gif'] as const)
      expect((await anna.avatars.update(path, new Blob([await picture(30, 40, format)], { type: `image/${format}` }))).error).toBeNull()
    await anna.attachments.upload(anna.own('a.txt'), 'Ahoy', text)
    expect((await anna.attachments.download(anna.own('a.txt'), { transform: { width: 10 } })).error).not.toBeNull()
  })

  test('what is no picture, too large, or of another type is refused, and leaves nothing', async () => {
    const before = await rowsOf(anna.id)
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const refused = async (what: Promise<{ error: { message: string } | null }>) => (await what).error?.message ?? 'was taken'
    const [one, two] = [anna.own('no'), anna.own('no2')]
    expect(await refused(anna.avatars.upload(one, svg, { contentType: 'image/svg+xml' }))).toBe('mime type image/svg+xml is not supported')
    expect(await refused(anna.avatars.upload(one, svg, { contentType: 'image/png' }))).toMatch(/mime type image\/svg/)
    expect(await refused(anna.avatars.upload(one, png.subarray(0, 60), { contentType: 'image/png' }))).toMatch(/cannot be read/)
    expect(await refused(anna.avatars.upload(one, bomb(), { contentType: 'image/png' }))).toMatch(/too many pixels/)
    expect(await refused(anna.avatars.upload(one, randomBytes(500_000), { contentType: 'image/png' }))).toMatch(/maximum allowed size/)
    expect(await refused(anna.avatars.upload(one, 'text', text))).toMatch(/mime type text\/plain/)
    expect(await refused(anna.attachments.upload(one, '<!doctype html><p>', text))).toMatch(/mime type/)
    expect(await refused(anna.attachments.upload(one, 'x', { contentType: 'text/html' }))).toBe('mime type text/html is not supported')
    expect(await refused(anna.attachments.upload(one, png, { contentType: 'application/pdf' }))).toMatch(/mime type/)
    expect(await refused(anna.attachments.upload(one, randomBytes(1_000_001), { contentType: 'application/octet-stream' }))).toMatch(
      /maximum allowed size/,
    )
    const large = new Blob([randomBytes(1_040_000)], { type: 'application/octet-stream' })
    expect(await refused(anna.attachments.upload(two, large))).toMatch(/maximum allowed size/)
    expect(await refused(anna.attachments.upload(two, 'x', { ...text, metadata: { long: 'x'.repeat(9000) } }))).toMatch(/metadata/)
    expect(await refused(anna.attachments.upload(two, 'x', { ...text, metadata: { expiresAt: 'soon' } }))).toMatch(/expiresAt/)
    expect(await rowsOf(anna.id)).toEqual(before)
  })

  test('nothing in this storage is public', async () => {
    const { data } = anna.avatars.getPublicUrl(anna.own('me'))
    const answer = await fetch(data.publicUrl)
    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ statusCode: '404', code: 'NoSuchBucket' })])
  })
})

/** A picture that says it has 100 million pixels. */
function bomb(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([size, named, sum])
  }
  const head = Buffer.from('00002710000027100100000000', 'hex')
  const begin = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([begin, chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.alloc(1000))), chunk('IEND', Buffer.alloc(0))])
}

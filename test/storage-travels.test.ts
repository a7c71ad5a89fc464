// Tests the storage API with raw requests: headers, ranges, pages, races, and that nobody reaches another person's files.
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, describe, expect, test } from 'vitest'
import { chunkBytes } from '../server/files/objects/chunks.ts'
import { sweepFiles } from '../server/files/objects/owners.ts'
import { clients, somebody } from './auth-wire.ts'
import { testDatabase } from './database.ts'
import { type Keeper, keeper, picture, plant, storage, storageServer } from './storage-wire.ts'

const { db } = await testDatabase()
const server = await storageServer(db)
const png = await picture()
const text = { contentType: 'text/plain;charset=UTF-8' }
const rowsOf = (userId: string) => db.selectFrom('files').selectAll().where('user_id', '=', userId).execute()

describe("another person's file", () => {
  const open = clients[0]?.[1] ?? (() => expect.unreachable())
  let anna: Keeper
  let ben: Keeper
  beforeAll(async () => {
    anna = await keeper(server, open)
    ben = await keeper(server, open)
    await ben.attachments.upload(ben.own('secret.txt'), 'lighthouse', text)
    await ben.avatars.upload(ben.own('me'), new Blob([png], { type: 'image/png' }))
    await anna.attachments.upload(anna.own('mine.txt'), 'harbour', text)
  })

  test('cannot be reached by any call, and none reveals that it exists', async () => {
    const [his, mine] = [ben.own('secret.txt'), anna.own('mine.txt')]
    const before = await rowsOf(ben.id)
    const { client } = anna
    for (const bucket of ['attachments', 'avatars']) {
      const files = client.storage.from(bucket)
      const path = bucket === 'avatars' ? ben.own('me') : his
      const calls: Record<string, () => PromiseLike<{ error: unknown }>> = {
        download: () => files.download(path),
        render: () => files.download(path, { transform: { width: 10 } }),
        info: () => files.info(path),
        sign: () => files.createSignedUrl(path, 60),
        upload: () => files.upload(path, png, { contentType: 'image/png', upsert: true }),
        'upload beside': () => files.upload(ben.own('new'), png, { contentType: 'image/png' }),
        update: () => files.update(path, png, { contentType: 'image/png' }),
        'sign an upload': () => files.createSignedUploadUrl(path, { upsert: true }),
        move: () => files.move(path, anna.own('taken')),
        'move over': () => files.move(mine, path),
        copy: () => files.copy(path, anna.own('taken')),
        'copy over': () => files.copy(mine, ben.own('given')),
      }
      for (const [name, call] of Object.entries(calls))
        expect({ name, error: (await call()).error }).toEqual({ name, error: expect.anything() })
      const missing = await files.info(ben.own('never there'))
      expect((await files.info(path)).error).toEqual(missing.error)
      expect((await files.remove([path])).data).toEqual([])
      expect((await files.list(ben.id)).data).toEqual([])
      expect((await files.list('')).data?.map(folder => folder.name)).not.toContain(ben.id)
      expect((await files.listV2({ prefix: ben.id })).data).toEqual({ hasNext: false, folders: [], objects: [] })
      expect((await files.createSignedUrls([path], 60)).data).toMatchObject([{ signedUrl: null }])
      expect((await files.exists(path)).data).toBe(false)
    }
    for (const path of [
      `${anna.id}/../${ben.id}/secret.txt`,
      `${anna.id}/%2e%2e/${ben.id}/secret.txt`,
      `${anna.id}%2f..%2f${ben.id}/secret.txt`,
    ])
      for (const method of ['GET', 'HEAD', 'DELETE'])
        expect((await storage(server, method, `/object/attachments/${path}`, { as: anna })).status).toBe(400)
    expect(await rowsOf(ben.id)).toEqual(before)
    expect(await (await ben.attachments.download(his)).data?.text()).toBe('lighthouse')
  })

  test('cannot be reached without a token or with an invalid one', async () => {
    const his = `/object/attachments/${ben.own('secret.txt')}`
    expect((await storage(server, 'GET', his)).json).toMatchObject({ code: 'NoSuchKey' })
    expect((await storage(server, 'GET', '/bucket')).json).toEqual([])
    const put = { headers: { 'content-type': 'text/plain' }, body: 'x' }
    expect((await storage(server, 'POST', `/object/attachments/${ben.own('x')}`, put)).json).toMatchObject({
      statusCode: '403',
      error: 'Unauthorized',
    })
    const forged = { ...ben, bearer: `${ben.bearer.slice(0, -4)}AAAA` }
    for (const [method, path] of [
      ['GET', his],
      ['POST', '/object/list/attachments'],
      ['GET', '/bucket'],
    ] as const)
      expect((await storage(server, method, path, { as: forged })).json).toMatchObject({
        statusCode: '403',
        message: 'signature verification failed',
      })
  })

  test('cannot be reached with only the first of two factors', async () => {
    const carla = await keeper(server, open)
    await carla.attachments.upload(carla.own('hers.txt'), 'hers', text)
    const { data: factor } = await carla.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' })
    if (factor?.type !== 'totp') throw new Error('not enrolled')
    const code = new TOTP({ secret: Secret.fromBase32(factor.totp.secret) }).generate()
    expect((await carla.client.auth.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toBeNull()
    expect((await carla.attachments.exists(carla.own('hers.txt'))).data).toBe(true)
    const { data } = await carla.client.auth.getUser()
    const half = open(server.url)
    await half.auth.signInWithPassword({ email: data.user?.email ?? '', password: somebody().password })
    const files = half.storage.from('attachments')
    expect((await files.info(carla.own('hers.txt'))).error?.message).toMatch(/second factor/)
    expect((await files.upload(carla.own('new.txt'), 'x', text)).error?.message).toMatch(/second factor/)
    expect((await files.list(carla.id)).error?.message).toMatch(/second factor/)
  })

  test('with swapped chunks is detected', async () => {
    const [hers] = await rowsOf(anna.id)
    const [his] = (await rowsOf(ben.id)).filter(row => row.bucket === 'attachments')
    const { sealed } = await db
      .selectFrom('file_chunks')
      .select('sealed')
      .where('version', '=', his?.version ?? '')
      .executeTakeFirstOrThrow()
    const honest = await db
      .selectFrom('file_chunks')
      .select('sealed')
      .where('version', '=', hers?.version ?? '')
      .executeTakeFirstOrThrow()
    const put = (bytes: Buffer) =>
      db
        .updateTable('file_chunks')
        .set({ sealed: bytes })
        .where('version', '=', hers?.version ?? '')
        .execute()
    await put(sealed)
    const answer = await storage(server, 'GET', `/object/attachments/${anna.own('mine.txt')}`, { as: anna })
    expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('etag')]).toEqual([500, 'no-store', null])
    expect(answer.json).toMatchObject({ statusCode: '500' })
    expect(answer.bytes.includes('lighthouse')).toBe(false)
    await put(honest.sealed)
    expect(await (await anna.attachments.download(anna.own('mine.txt'))).data?.text()).toBe('harbour')
  })
})

describe('as it travels', () => {
  const open = clients[0]?.[1] ?? (() => expect.unreachable())
  let anna: Keeper
  let path: string
  const bytes = randomBytes(2 * chunkBytes + 17)
  beforeAll(async () => {
    anna = await keeper(server, open)
    path = `/object/authenticated/attachments/${anna.own('a file.bin')}`
    await anna.attachments.upload(anna.own('a file.bin'), bytes, { contentType: 'application/octet-stream' })
  })

  test('a file is downloaded, never executed, and not cached', async () => {
    const { headers } = await storage(server, 'GET', path, { as: anna })
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-disposition': "attachment; filename*=UTF-8''a%20file.bin",
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=3600',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
    })
  })

  test('a part is sent where one is asked for, and nothing where it is known', async () => {
    const get = (headers: Record<string, string>, method = 'GET') => storage(server, method, path, { as: anna, headers })
    const part = await get({ range: `bytes=${chunkBytes - 2}-${chunkBytes + 1}` })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${chunkBytes - 2}-${chunkBytes + 1}/${bytes.length}`])
    expect(part.bytes.equals(bytes.subarray(chunkBytes - 2, chunkBytes + 2))).toBe(true)
    const etag = part.headers.get('etag') ?? ''
    expect((await get({ range: 'bytes=5-6', 'if-range': '"other"' })).bytes.equals(bytes)).toBe(true)
    expect((await get({ range: `bytes=${bytes.length}-` })).status).toBe(416)
    const known = await get({ 'if-none-match': etag })
    expect([known.status, known.bytes.length]).toEqual([304, 0])
    const head = await get({}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([200, String(bytes.length), 0])
  })

  test('a list of the second form goes from page to page, folds folders, and takes no made-up cursor', async () => {
    await plant(
      db,
      anna.id,
      ['b/1', 'b/2', 'b/c/3', 'd'].map((name, at) => ({ name, at })),
    )
    const seen: string[] = []
    for (let cursor: string | undefined, pages = 0; pages < 10; pages++) {
      const { data } = await anna.attachments.listV2({
        prefix: `${anna.id}/`,
        limit: 2,
        sortBy: { column: 'name', order: 'desc' },
        ...(cursor && { cursor }),
      })
      seen.push(...(data?.objects.map(file => file.name) ?? []))
      cursor = data?.nextCursor
      if (!data?.hasNext) break
    }
    expect(seen).toEqual(['d', 'b/c/3', 'b/2', 'b/1', 'a file.bin'].map(anna.own))
    const { data } = await anna.attachments.listV2({ prefix: anna.own('b/'), with_delimiter: true })
    expect(data).toMatchObject({ hasNext: false, folders: [{ name: anna.own('b/c/'), key: 'c' }], objects: [{ key: '1' }, { key: '2' }] })
    expect((await anna.attachments.listV2({ cursor: 'made up' })).error?.message).toMatch(/cursor/)
    const timed = await anna.attachments.listV2({ limit: 1, sortBy: { column: 'created_at', order: 'asc' }, prefix: anna.own('b') })
    const next = await anna.attachments.listV2({
      limit: 5,
      sortBy: { column: 'created_at', order: 'asc' },
      prefix: anna.own('b'),
      cursor: timed.data?.nextCursor ?? '',
    })
    expect([...(timed.data?.objects ?? []), ...(next.data?.objects ?? [])].map(file => file.name)).toEqual(
      ['b/1', 'b/2', 'b/c/3'].map(anna.own),
    )
  })

  test('only the version that is named is removed, and one file by its own address', async () => {
    const name = anna.own('v.txt')
    await anna.attachments.upload(name, 'x', text)
    const version = (await anna.attachments.info(name)).data?.version ?? ''
    expect((await anna.attachments.remove([{ path: name, versionId: crypto.randomUUID() }])).data).toEqual([])
    expect((await anna.attachments.remove([{ path: name, versionId: version }])).data).toMatchObject([{ name, bucket_id: 'attachments' }])
    await anna.attachments.upload(name, 'x', text)
    const gone = await storage(server, 'DELETE', `/object/attachments/${name}`, { as: anna })
    expect([gone.status, gone.json]).toEqual([200, { message: 'Successfully deleted' }])
    expect((await storage(server, 'DELETE', `/object/attachments/${name}`, { as: anna })).json).toMatchObject({ code: 'NoSuchKey' })
  })

  test.each(['as it is', 'in a form'])('an upload %s that is cut short leaves nothing', async way => {
    const before = await rowsOf(anna.id)
    const chunks = () => db.selectFrom('file_chunks').select('n').where('user_id', '=', anna.id).execute()
    const stored = (await chunks()).length
    const type = way === 'in a form' ? 'multipart/form-data; boundary=x' : 'application/octet-stream'
    const sent = request(`${server.url}/storage/v1/object/attachments/${anna.own('cut')}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${anna.bearer}`, 'content-type': type, 'content-length': '900000' },
    }).on('error', () => undefined)
    if (way === 'in a form')
      sent.write('--x\r\ncontent-disposition: form-data; name=""; filename="a"\r\ncontent-type: application/octet-stream\r\n\r\n')
    sent.write(randomBytes(chunkBytes + 5))
    await expect.poll(async () => (await rowsOf(anna.id)).length).toBe(before.length + 1)
    await expect.poll(async () => (await chunks()).length).toBe(stored + 1)
    sent.destroy()
    await expect.poll(async () => (await rowsOf(anna.id)).length).toBe(before.length)
    expect((await chunks()).length).toBe(stored)
    expect((await anna.attachments.exists(anna.own('cut'))).data).toBe(false)
  })

  test('of more than four simultaneous uploads one must wait', async () => {
    const under = Array.from({ length: 4 }, (_, i) =>
      request(`${server.url}/storage/v1/object/attachments/${anna.own(`slow ${i}`)}`.replaceAll(' ', '%20'), {
        method: 'POST',
        headers: { authorization: `Bearer ${anna.bearer}`, 'content-type': 'text/plain', 'content-length': '100' },
      }).on('error', () => undefined),
    )
    for (const sent of under) sent.write('begun')
    await expect.poll(async () => (await rowsOf(anna.id)).filter(row => !row.ready_at).length).toBe(4)
    const put = { as: anna, headers: { 'content-type': 'text/plain' }, body: 'x' }
    const fifth = await storage(server, 'POST', `/object/attachments/${anna.own('fifth')}`, put)
    expect([fifth.status, fifth.json]).toEqual([429, expect.objectContaining({ code: 'SlowDown' })])
    for (const sent of under) sent.destroy()
    await expect.poll(async () => (await storage(server, 'POST', `/object/attachments/${anna.own('fifth')}`, put)).status).toBe(200)
    await expect.poll(async () => (await rowsOf(anna.id)).filter(row => !row.ready_at).length).toBe(0)
    await anna.attachments.remove([anna.own('fifth')])
  })

  test('storage is limited, and two simultaneous uploads cannot exceed it', async () => {
    const ben = await keeper(server, open)
    const large = randomBytes(990_000)
    const put = (name: string) => ben.attachments.upload(ben.own(name), large, { contentType: 'application/octet-stream' })
    expect((await put('1')).error).toBeNull()
    expect((await put('2')).error).toBeNull()
    const both = await Promise.all([put('3'), put('4')])
    expect(both.filter(({ error }) => error === null)).toHaveLength(1)
    expect(both.find(({ error }) => error)?.error).toMatchObject({ statusCode: '413', message: expect.stringContaining('no room left') })
    expect((await ben.attachments.update(ben.own('1'), large, { contentType: 'application/octet-stream' })).error).toBeNull()
    expect((await ben.attachments.copy(ben.own('1'), ben.own('5'))).error?.message).toMatch(/no room left/)
    await ben.attachments.remove([ben.own('1')])
    expect((await put('5')).error).toBeNull()
  })

  test('empty files and metadata count too', async () => {
    const ben = await keeper(server, open)
    const large = randomBytes(990_000)
    const put = () => ben.attachments.upload(ben.own('large'), large, { contentType: 'application/octet-stream' })
    const files = Array.from({ length: 2000 }, (_, at) => ({ name: `${at}`, at }))
    await plant(db, ben.id, files)
    expect((await put()).error?.message).toMatch(/no room left/)
    await ben.attachments.remove(files.slice(1000).map(({ name }) => ben.own(name)))
    const noteAt = (notes: Buffer | null) =>
      db.updateTable('files').set({ notes }).where('user_id', '=', ben.id).where('path', '=', ben.own('0')).execute()
    await noteAt(Buffer.alloc(1_100_000))
    expect((await put()).error?.message).toMatch(/no room left/)
    await noteAt(null)
    expect((await put()).error).toBeNull()
  })

  test('two simultaneous replacements leave one of the files intact', async () => {
    const name = anna.own('both.txt')
    const put = (word: string) => anna.attachments.upload(name, word.repeat(1000), { ...text, upsert: true })
    for (let i = 0; i < 3; i++)
      expect((await Promise.all([put('a'), put('b'), put('c')])).map(({ error }) => error)).toEqual([null, null, null])
    expect(await (await anna.attachments.download(name)).data?.text()).toMatch(/^(a{1000}|b{1000}|c{1000})$/)
    expect((await rowsOf(anna.id)).filter(row => row.path === name)).toHaveLength(1)
  })

  test('what no client sends is refused, and nothing of it reaches the database', async () => {
    const json = { as: anna, headers: { 'content-type': 'application/json' } }
    const cursor = Buffer.from(JSON.stringify({ at: '2026-01-01T00:00:00Z', key: '\0' })).toString('base64url')
    for (const body of [{ cursor }, { limit: 1e99 }, { prefix: null }, []])
      expect((await storage(server, 'POST', '/object/list-v2/attachments', { ...json, body: JSON.stringify(body) })).status).toBe(400)
    expect((await storage(server, 'DELETE', `/object/attachments/${anna.own('f%00')}`, { as: anna })).json).toMatchObject({
      code: 'NoSuchKey',
    })
    const [sourceKey, destinationKey] = [anna.own('typed.txt'), anna.own('typed')]
    await anna.attachments.upload(sourceKey, 'harbour', text)
    for (const mimetype of ['image/x\r\nset-cookie: a=b', 'image/\ud83d', 'image/', 'image/svg+xml']) {
      const copied = { bucketId: 'attachments', sourceKey, destinationKey, copyMetadata: false, metadata: { mimetype } }
      const { json: answer } = await storage(server, 'POST', '/object/copy', { ...json, body: JSON.stringify(copied) })
      expect(answer).toMatchObject({ code: 'InvalidMimeType' })
    }
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x', 'undefined'])
      for (const body of ['{}', '--x\r\n\r\n', '--x--'])
        expect(
          (await storage(server, 'POST', `/object/attachments/${anna.own('f')}`, { as: anna, headers: { 'content-type': type }, body }))
            .status,
        ).toBe(400)
  })

  test('unsupported features are refused with a clear error', async () => {
    for (const [method, url] of [
      ['DELETE', '/cdn/avatars/x'],
      ['GET', '/bucket/avatars/lifecycle'],
      ['POST', '/upload/resumable'],
      ['POST', '/vector/ListIndexes'],
    ] as const)
      expect((await storage(server, method, url, { as: anna })).json).toMatchObject({ statusCode: '409', code: 'FeatureNotEnabled' })
    expect((await storage(server, 'GET', '/nothing')).status).toBe(404)
    expect(
      (await storage(server, 'POST', '/object/list/attachments', { as: anna, headers: { 'content-type': 'application/json' }, body: '{' }))
        .json,
    ).toMatchObject({ statusCode: '400' })
    expect(
      (
        await storage(server, 'POST', `/object/attachments/${anna.own('f')}`, {
          as: anna,
          headers: { 'content-type': 'multipart/form-data; boundary=x' },
          body: '--x--',
        })
      ).json,
    ).toMatchObject({ message: expect.stringMatching(/\w/) })
  })

  test('an attachment ends when its time is over, and a picture does not', async () => {
    const ben = await keeper(server, open)
    await ben.avatars.upload(ben.own('me'), new Blob([png], { type: 'image/png' }))
    const soon = new Date(Date.now() + 30 * 86_400_000).toISOString()
    await ben.attachments.upload(ben.own('soon.txt'), 'x', { ...text, metadata: { expiresAt: soon } })
    await ben.attachments.upload(ben.own('later.txt'), 'x', { ...text, metadata: { expiresAt: '2999-01-01T00:00:00Z' } })
    const rows = await rowsOf(ben.id)
    const ends = (name: string) => rows.find(row => row.path === ben.own(name))?.expires_at?.getTime() ?? 0
    expect(ends('later.txt') - (rows[0]?.created_at.getTime() ?? 0)).toBeLessThan(30 * 86_400_000 + 60_000)
    expect(rows.find(row => row.bucket === 'avatars')?.expires_at).toBeNull()
    server.wait(30 * 86_400_000 + 60_000)
    const { data: now } = await ben.client.auth.signInWithPassword({
      email: (await ben.client.auth.getSession()).data.session?.user.email ?? '',
      password: 'a long enough password',
    })
    expect(now.session).not.toBeNull()
    expect((await ben.attachments.download(ben.own('soon.txt'))).error).not.toBeNull()
    expect((await ben.attachments.list(ben.id)).data).toEqual([])
    expect((await ben.attachments.upload(ben.own('soon.txt'), 'anew', text)).error).toBeNull()
    expect(await sweepFiles(db, new Date(Date.now() + 90 * 86_400_000))).toBeGreaterThan(0)
    expect((await rowsOf(ben.id)).map(row => row.bucket)).toEqual(['avatars'])
    const orphans = await db
      .selectFrom('file_chunks as c')
      .leftJoin('files as f', 'f.version', 'c.version')
      .select('c.n')
      .where('f.version', 'is', null)
      .execute()
    expect(orphans).toEqual([])
  })
})

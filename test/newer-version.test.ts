// Tests that administrators are told of a newer version, and that the address is asked once however often they look.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { getOverviewApi } from '../core/api/admin/overview.ts'
import { testDatabase } from './database.ts'
import { runProduct } from './running.ts'
import { signUpStaff } from './staff.ts'

let asked = 0
const standIn = createServer((_request, response) => {
  asked++
  response.end(JSON.stringify({ version: '999.0.0' }))
})
await new Promise<void>(done => standIn.listen(0, '127.0.0.1', done))
afterAll(() => standIn.close())
const { db, url } = await testDatabase()
const product = await runProduct(url, { UPDATE_CHECK_URL: `http://127.0.0.1:${(standIn.address() as AddressInfo).port}/latest` })

test('the overview tells administrators of a newer version, and asks for it once', async () => {
  expect(asked).toBe(0)
  const admin = await signUpStaff(product, db, 'root', 'admin')
  for (let n = 0; n < 3; n++) {
    const { health } = await admin.ask(getOverviewApi, 'GET', '/api/admin/overview')
    expect(health.troubles).toContainEqual(
      expect.objectContaining({ id: 'version', state: 'note', found: expect.stringContaining('Version 999.0.0 is available') }),
    )
  }
  const stream = await fetch(`${product.url}/api/admin/diagnostics`, { headers: { authorization: `Bearer ${admin.token}` } })
  expect(await stream.text()).toContain('Version 999.0.0 is available')
  expect(asked).toBe(1)
})

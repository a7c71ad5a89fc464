// Tests the templates command on PostgreSQL and the stand-in.
import { afterAll, expect, test } from 'vitest'
import { startWhatsApp } from '../../../sandbox/whatsapp/start.ts'
import { testDatabase } from '../../../test/database.ts'
import { openOutside } from '../../foundation/outside.ts'
import { loadWords } from '../../foundation/words.ts'
import { openGraph } from '../../whatsapp/client.ts'
import type { TemplateDeps } from '../../whatsapp/templates/manage.ts'
import { runTemplatesCommand } from './orders.ts'

const { db } = await testDatabase()
const sandbox = await startWhatsApp({ port: 0, webhookUrl: null, templateReview: 'hold' })
afterAll(() => sandbox.stop())
const ids = { numberId: '100000000000001', wabaId: '200000000000001', graphVersion: 'v26.0', timeoutMs: 2000 }
const graphWith = (accessToken: string) =>
  openGraph({ outside: openOutside({ allow: [], loopback: true }), graphUrl: sandbox.url, accessToken, ...ids })
const deps: TemplateDeps = {
  ...{ db, graph: graphWith('sandbox-token'), t: loadWords('en').of('whatsapp') },
  ...{ now: () => new Date('2026-11-22T12:00:00Z'), onUsable: async () => undefined },
}
const order = (...words: string[]) => runTemplatesCommand(deps, words)

test('templates are listed, submitted once, and synced', async () => {
  expect(await order('list')).toBe(
    [
      'mailferry_announce_many (en) · draft · UTILITY · not in use',
      'mailferry_announce_one (en) · draft · UTILITY · not in use',
      'mailferry_sign_in_code (en) · draft · AUTHENTICATION · not in use',
    ].join('\n'),
  )
  expect(await order('submit', 'mailferry_announce_one')).toBe('mailferry_announce_one (en) was submitted.')
  expect(await order('submit')).toBe('mailferry_announce_many (en) was submitted.\nmailferry_sign_in_code (en) was submitted.')
  await expect(order('submit')).rejects.toThrow('There is no draft to submit.')
  await expect(order('submit', 'mailferry_announce_one')).rejects.toThrow('Wait for its decision')
  await fetch(`${sandbox.url}/_sim/templates/mailferry_announce_one/approve`, { method: 'POST' })
  expect(await order('sync')).toContain('mailferry_announce_one (en) · approved · UTILITY · in use')
})

test('a command that fails says what to do instead', async () => {
  await expect(order('submit', 'nothing')).rejects.toThrow('There is no template nothing. See npm run admin -- templates list')
  await expect(order('approve')).rejects.toThrow('npm run admin -- templates submit [NAME]')
  const wrong = { ...deps, graph: graphWith('wrong') }
  await expect(runTemplatesCommand(wrong, ['sync'])).rejects.toThrow('code 190')
  await sandbox.stop()
  await expect(order('sync')).rejects.toThrow('WhatsApp didn’t respond')
})

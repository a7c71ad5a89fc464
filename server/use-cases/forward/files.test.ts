// Tests which files of an email follow it: up to the limit, or none where the plan has no attachments.
import { expect, test } from 'vitest'
import { plainPreferences, plainView } from '../../../core/filters/testing/plain-message.fixture.ts'
import { decideFileOutcomes } from '../../../core/message/attachments.ts'
import { selfHosted } from '../../../core/plans/plans.ts'
import { invoices, mail } from '../../../test/forward-memory.ts'
import { readConfig } from '../../foundation/config.ts'
import { openUserKeys } from '../../foundation/db/keys.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { openOutside } from '../../foundation/outside.ts'
import { newKey } from '../../foundation/seal.ts'
import { openGraph } from '../../whatsapp/client.ts'
import { claimFiles, openFileSaver } from './files.ts'

const now = new Date('2026-11-22T10:00:00Z')
const files = { items: ['a', 'b', 'c'].map(name => ({ name: `${name}.pdf`, type: 'application/pdf', sizeBytes: 100 })), left: 0 }
const config = readConfig({ MAIL_FILES: '2' })
const graph = openGraph({ outside: openOutside({ allow: [], loopback: false }), ...config.whatsapp })
const forward = { filterId: 'f', filterName: 'All', destinationId: 'phone', preferences: plainPreferences, show: null, redact: null }
const message = { id: 'm', arrived: mail('Invoice', 1), view: plainView({ files }) }

test.each([
  ['with attachments in the plan as many as follow one email', true, ['sent', 'sent', 'too_many']],
  ['without attachments in the plan none, and each is stored and comes as a link', false, ['link_only', 'link_only', 'link_only']],
])('%s', async (_, attachments, fates) => {
  const limitsOf = async () => ({ ...selfHosted.limits, attachments })
  const real = openFileSaver({ config, db: {} as Db, graph, keys: openUserKeys(newKey(), () => now), limitsOf }, async () => [])
  const stored = new Set([0, 1, 2])
  const saver = { ...real, claim: async () => stored }
  const decided = [{ message: { ...message, files: { maxFiles: await real.maxFilesOf('anna') } }, decision: { forwards: [forward] } }]
  const followUpFiles = await claimFiles(saver, {} as Tx, 'anna', decided, [invoices], now)
  const outcomes = decideFileOutcomes(files, { selected: followUpFiles('m', forward), stored, maxBytes: 1000 })
  expect(outcomes.map(({ fate }) => fate)).toEqual(fates)
})

// Reads what a user has on the server, as far as a settings file can hold it.
import { listDestinationsApi } from '../../../core/api/delivery.ts'
import { listFiltersApi, listListsApi } from '../../../core/api/filters.ts'
import { getMailboxApi, listMailboxesApi } from '../../../core/api/mail.ts'
import { listRotasApi } from '../../../core/api/rotas.ts'
import { getSettingsApi } from '../../../core/api/settings.ts'
import type { SettingsState } from '../../../core/settings-file/state.ts'
import type { Client } from '../../filters/command/client.ts'

export async function readState(client: Client): Promise<SettingsState> {
  const { items } = await client.request(listMailboxesApi.answer, 'GET', '/api/mailboxes')
  const mailboxes: SettingsState['mailboxes'] = []
  for (const { id } of items) mailboxes.push(await client.request(getMailboxApi.answer, 'GET', `/api/mailboxes/${id}`))
  return {
    mailboxes,
    settings: await client.request(getSettingsApi.answer, 'GET', '/api/settings'),
    phones: (await client.request(listDestinationsApi.answer, 'GET', '/api/destinations')).items,
    rotas: (await client.request(listRotasApi.answer, 'GET', '/api/rotas')).items,
    filters: (await client.request(listFiltersApi.answer, 'GET', '/api/filters')).items,
    lists: (await client.request(listListsApi.answer, 'GET', '/api/filters/lists')).items,
  }
}

// Binds the actions that staff can start by hand.
import { settleUsage } from '../billing/usage-store.ts'
import { sweepDeliveries } from '../delivery/sweep.ts'
import { HttpError } from '../foundation/http/errors.ts'
import type { Mailer } from '../foundation/mailer.ts'
import type { ConsoleActionRun } from '../use-cases/admin/actions.ts'
import { syncTemplates } from '../whatsapp/templates/manage.ts'
import { type AppContext, readPolicy, templateDeps } from './app.ts'
import type { Work } from './work.ts'

/** A new action is one entry here. */
export const consoleActions = (app: AppContext, mailer: Mailer, work: Work): ConsoleActionRun[] => [
  {
    ...{ id: 'sync_templates', danger: false },
    run: async () => {
      if (await syncTemplates(templateDeps(app)))
        throw new HttpError(502, 'whatsapp_away', app.words.of('admindiagnostics')('action.sync_templates.failed'))
      return { word: 'action.sync_templates.done', n: 0 }
    },
  },
  {
    ...{ id: 'reclaim_deliveries', danger: false },
    run: async () => {
      const { expired, woken } = await sweepDeliveries(app.db, app.clock.now(), { policy: readPolicy(app.config), onFinal: settleUsage })
      work.wakeDelivery()
      return { word: 'action.reclaim_deliveries.done', n: expired + woken }
    },
  },
  {
    ...{ id: 'send_emails', danger: false },
    run: async () => ({ word: 'action.send_emails.done', n: await mailer.deliver() }),
  },
]

// Runs the actions that staff can start by hand, such as syncing templates. Each is one entry in a list.
import type * as api from '../../../core/api/admin/diagnostics.ts'
import type { WordKey } from '../../../core/words/catalogs.ts'
import type { Translate } from '../../../core/words/words.ts'
import { recordStaffAction } from '../../account/staff-log.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { UserHandler } from '../../foundation/http/route.ts'

export interface ConsoleActionRun {
  /** Its texts are `action.<id>` and `action.<id>.text`. */
  id: WordKey<'admindiagnostics'> extends infer K ? (K extends `action.${infer Id}.text` ? Id : never) : never
  danger: boolean
  /** Returns what it did; throws an HttpError that says what to do. */
  run(): Promise<{ word: WordKey<'admindiagnostics'>; n: number }>
}

export interface ConsoleActionDeps {
  db: Db
  machineNow(): Date
  say: Translate<'admindiagnostics'>
  actions: readonly ConsoleActionRun[]
}

export interface ConsoleActionHandlers {
  list: UserHandler<typeof api.listConsoleActionsApi>
  run: UserHandler<typeof api.runConsoleActionApi>
}

export function consoleActionHandlers({ db, machineNow, say, actions }: ConsoleActionDeps): ConsoleActionHandlers {
  return {
    list: async () => ({
      items: actions.map(({ id, danger }) => ({ id, danger, label: say(`action.${id}`), text: say(`action.${id}.text`) })),
    }),
    async run(request) {
      const { params, body } = request
      const action = actions.find(({ id }) => id === params.id)
      if (!action) throw new HttpError(404, 'not_found', say('action.unknown'))
      // Logged first, so that an action that fails halfway is in the log too.
      await recordStaffAction(db, request, machineNow(), {
        ...{ name: 'action.run', resourceType: 'action', resourceId: action.id, reason: body.reason },
      })
      const { word, n } = await action.run()
      return { done: say(word, { n }) }
    },
  }
}

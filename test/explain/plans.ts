// Collects the plan of every statement that this process runs on a database, and finds the parts of it that read too much.
import pg from 'pg'
import { z } from 'zod/mini'

interface ExecutedPlan {
  statement: string
  root: PlanNode
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string | undefined
  'Index Name'?: string | undefined
  'Actual Rows'?: number | undefined
  'Actual Loops'?: number | undefined
  'Rows Removed by Filter'?: number | undefined
  'Rows Removed by Index Recheck'?: number | undefined
  Plans?: PlanNode[] | undefined
}

const PlanNode: z.ZodMiniType<PlanNode> = z.object({
  'Node Type': z.string(),
  'Relation Name': z.optional(z.string()),
  'Index Name': z.optional(z.string()),
  'Actual Rows': z.optional(z.number()),
  'Actual Loops': z.optional(z.number()),
  'Rows Removed by Filter': z.optional(z.number()),
  'Rows Removed by Index Recheck': z.optional(z.number()),
  Plans: z.optional(z.array(z.lazy(() => PlanNode))),
})
const Explained = z.object({ 'Query Text': z.string(), Plan: PlanNode })

const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
  client_min_messages: 'notice',
  // Where the product leaves the choice to PostgreSQL, it may be this one.
  plan_cache_mode: 'force_generic_plan',
}

/** Has the database report plans to connections opened from now on. `plans` grows while the product works. */
export async function collectPlans(admin: pg.Client, database: string): Promise<ExecutedPlan[]> {
  await admin.query(`load 'auto_explain'`)
  for (const [name, value] of Object.entries(settings)) await admin.query(`alter database ${database} set ${name} = '${value}'`)
  const plans: ExecutedPlan[] = []
  const connect = pg.Client.prototype.connect
  pg.Client.prototype.connect = function (this: pg.Client, ...args: unknown[]) {
    this.on('notice', ({ message }) => {
      const start = message?.startsWith('duration: ') ? message.indexOf('{') : -1
      if (start < 0) return
      const { 'Query Text': statement, Plan: root } = Explained.parse(JSON.parse(message?.slice(start) ?? ''))
      plans.push({ statement, root })
    })
    return Reflect.apply(connect, this, args)
  } as typeof connect
  return plans
}

export interface LargeRead {
  statement: string
  node: string
  rows: number
}

/** The parts of a plan that read more than `most` rows of one of these tables. */
export function largeReads({ statement, root }: ExecutedPlan, tables: readonly string[], most: number): LargeRead[] {
  return nodesOf(root).flatMap(node => {
    const rows = rowsRead(node)
    const table = node['Relation Name'] ?? ''
    if (rows <= most || !tables.includes(table)) return []
    return [
      {
        statement: oneLine(statement),
        node: `${node['Node Type']} on ${table} ${node['Index Name'] ?? ''}`.trim(),
        rows: Math.round(rows),
      },
    ]
  })
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Over all loops, with those that were read in vain. */
function rowsRead(node: PlanNode): number {
  const perLoop = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return perLoop * (node['Actual Loops'] ?? 1)
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

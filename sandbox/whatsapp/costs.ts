// The bill: every delivered message by what Meta would charge it as. Prices change by market, so it counts and names none.
import type { StandIn } from './stand-in.ts'

export type Costs = {
  billed: Record<string, number>
  free: Record<string, number>
  lines: { wamid: string; to: string; category: string; type: string; billable: boolean }[]
}

export function costsOf({ world }: StandIn): Costs {
  const costs: Costs = { billed: {}, free: {}, lines: [] }
  for (const { wamid, wa, state, type, pricing } of world.arrived.values()) {
    if ((state !== 'delivered' && state !== 'read') || type === 'reaction') continue
    const side = pricing.billable ? costs.billed : costs.free
    side[pricing.category] = (side[pricing.category] ?? 0) + 1
    costs.lines.push({ wamid, to: wa, ...pricing })
  }
  return costs
}

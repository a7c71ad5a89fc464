// Limits the cost of a proof: once the budget is spent, the answer is "not proven".

export interface ProofBudget {
  left: number
}

/** False once the budget is spent. */
export function spend(budget: ProofBudget, cost = 1): boolean {
  budget.left -= cost
  return budget.left >= 0
}

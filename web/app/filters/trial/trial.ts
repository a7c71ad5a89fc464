// The state of a trial as its results stream in.
import type { NearMiss, TrialLine, TrialSample } from '../../../../core/api/filter-trials.ts'

export type TrialDone = Extract<TrialLine, { kind: 'done' }>
type Progress = Extract<TrialLine, { kind: 'progress' }>

export interface Trial {
  /** `idle`: nothing to try yet. `stale`: the filter has changed, and the results shown are from before. */
  phase: 'idle' | 'running' | 'stale' | 'done' | 'refused' | 'failed'
  counts: Progress | TrialDone | null
  done: TrialDone | null
  samples: TrialSample[]
  near: NearMiss[]
  refusal: string | null
  error: unknown
}

export const noTrial: Trial = { phase: 'idle', counts: null, done: null, samples: [], near: [], refusal: null, error: null }

/** The old results stay visible until the first line of the new trial arrives. */
export const toStale = (trial: Trial): Trial => (trial.counts ? { ...trial, phase: 'stale' } : { ...noTrial, phase: 'running' })

export function addTrialLine(trial: Trial, line: TrialLine): Trial {
  switch (line.kind) {
    case 'progress':
      return { ...trial, counts: line }
    case 'sample':
      return { ...trial, samples: [...trial.samples, line.sample] }
    case 'near':
      return { ...trial, near: [...trial.near, line.near] }
    case 'done':
      return { ...trial, phase: 'done', counts: line, done: line }
    case 'refused':
      return { ...noTrial, phase: 'refused', refusal: line.message }
  }
}

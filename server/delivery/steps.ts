// Names the steps of an email's way in and out, at which a test stops or kills the server; in production nobody listens.

/** In order. A commit follows `kept` and each `written`; a webhook is answered after its `committed`. */
export type PipelineStep =
  | `forward:${'begun' | 'decided' | 'kept' | 'committed'}`
  | `claim:${'paced' | 'locked' | 'written' | 'committed'}`
  | `send:${'prepared' | 'dispatched' | 'answered'}`
  | `record:${'begun' | 'locked' | 'written' | 'committed'}`
  | `webhook:${'begun' | 'written' | 'committed'}`

export type OnStep = (step: PipelineStep) => void

// Why the command cannot go on, as a sentence for the person.
export class Refusal extends Error {}

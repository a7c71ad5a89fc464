-- Signing in with providers: what was begun and has not come back yet, and what waits for its exchange.

create table provider_flows (
  id uuid primary key,
  secret_hash bytea not null,
  -- null where a code challenge binds the flow to whoever began it
  browser_hash bytea,
  provider text not null,
  redirect_to text not null,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  -- who adds an identity; null for somebody who signs in
  user_id uuid references users on delete cascade,
  -- the nonce and the code verifier towards the provider
  sealed_secrets bytea not null,
  created_at timestamptz not null,
  check ((code_challenge is null) = (code_challenge_method is null)),
  check (code_challenge is null or browser_hash is null)
);
create index provider_flows_by_age on provider_flows (created_at);
create index provider_flows_of_user on provider_flows (user_id) where user_id is not null;

-- Who came back from the provider and with which tokens, until the code is exchanged.
alter table flow_states add column sealed_return bytea;

-- The identity that a letter of confirmation was asked for.
alter table one_time_tokens add column identity_id uuid references identities on delete set null;

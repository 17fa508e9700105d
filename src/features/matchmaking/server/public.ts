import type { MatchmakerRpc } from '../contract.ts'

declare global {
  namespace Cloudflare {
    interface Env {
      /** One object per pool and language, by `matchmakerName`. */
      MATCHMAKER: DurableObjectNamespace<MatchmakerRpc & Rpc.DurableObjectBranded>
    }
  }
}

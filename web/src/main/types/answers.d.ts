// What the server answers, as far as the pages use it. Types are named like their schemas in openapi.json, and a test
// looks whether these have all the fields that are named here. A question mark stands where an answer may leave a field
// out.
declare namespace Answer {
  interface Paths {
    '/server': Server;
    '/agents': Page<Agent>;
    '/queues': Page<Queue>;
    '/runs': Page<Run>;
    '/costs': Page<{ run: number; amount: string }>;
    '/setups': Setups;
    '/machines': Page<Machine>;
    '/history': History;
    '/decisions': Page<Decision>;
    '/budgets': Page<Budget>;
    '/ledger': Ledger;
    '/sites': Sites;
  }

  /** What is behind /runs/RUN/. */
  interface RunPaths {
    tasks: Page<Chain>;
    job: Job;
    jobs: Page<JobSummary>;
    timeline: Timeline;
    statistics: Statistics;
    graph: Graph;
    cost: Cost;
    replay: Replay;
    explain: Explanation;
    results: Page<Result>;
    stored: Page<StoredResult>;
    'logs/cut': { items: CutOutput[]; more?: boolean };
  }

  /** What is behind /runs/RUN/tasks/INDEX/. */
  interface ChainPaths {
    attempts: Page<Attempt>;
    explain: Explanation;
  }

  type OfRun<Rest extends string> = Rest extends keyof RunPaths ? RunPaths[Rest] : OfPart<Rest>;
  type OfPart<Rest extends string> = Rest extends `jobs/${string}` ? Job : OfChain<Rest>;
  type OfChain<Rest extends string> = Rest extends `tasks/${string}/${infer Last extends keyof ChainPaths}`
    ? ChainPaths[Last]
    : Rest extends `tasks/${string}`
      ? Chain
      : unknown;

  /** What GET answers behind /api/v1. A path that is not described here answers nothing that could be used. */
  type Of<Path extends string> = Path extends keyof Paths
    ? Paths[Path]
    : Path extends `/runs/${string}/${infer Rest}`
      ? OfRun<Rest>
      : Path extends `/runs/${string}`
        ? Run
        : unknown;

  /** What POST answers behind /api/v1. */
  type ToPost<Path extends string> = Path extends '/workflows/lint'
    ? Findings
    : Path extends '/runs' | '/jobs' | '/workflows' | `/runs/${string}/retry`
      ? Run
      : unknown;

  type State = 'QUEUED' | 'RUNNING' | 'HELD' | 'CANCELLING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED';

  interface Server {
    version: string;
    queued: number;
    running: number;
    agents: number;
    makesMachines: boolean;
    role: string;
    owner: string;
  }

  /** A page of a list; `next` is the cursor of the page after it. */
  interface Page<Item> {
    items: Item[];
    next?: string;
  }

  interface RunBrief {
    id: number;
    state: State;
    size: number;
    running: number;
    succeeded: number;
    failed: number;
    cancelled: number;
  }

  interface Run extends RunBrief {
    name: string;
    owner: string;
    kind: 'tasks' | 'job' | 'workflow';
    reason?: string;
    priority: number;
    labels?: Record<string, string>;
    created: string;
    started?: string;
    finished?: string;
    deadline?: string;
    iterations?: number;
    stored?: number;
    queued: number;
    held?: boolean;
    heldFor?: string;
    logBytes: number;
    /** Of a workflow that was just submitted. */
    warnings?: Finding[];
    undone?: { action: string; reason: string }[];
    retryOf?: number;
    eta?: string;
  }

  interface Command {
    runtime?: string;
    image?: string;
    arguments?: string[];
  }

  interface File {
    path: string;
    size: number;
    stored?: boolean;
  }

  interface Chain {
    index: number;
    state: State;
    reasonText?: string;
    attempt: number;
    losses?: number;
    agent?: string;
    host?: string;
    parameter?: string;
    command?: Command;
    commands?: Command[];
    added: string;
    started?: string;
    finished?: string;
    exitCode?: number;
    signal?: number;
    cpuSeconds?: number;
    peakMemoryBytes?: number;
    runSeconds?: number;
    waitSeconds?: number;
    message?: string;
    stdoutBytes?: number;
    stderrBytes?: number;
    stdoutKept?: number;
    stderrKept?: number;
    reused?: string;
    actions?: string[];
    files?: File[];
    steps?: { label: string; exitCode: number; runSeconds: number }[];
  }

  interface Attempt {
    number: number;
    agent: string;
    ended: string;
    reason: string;
    exitCode?: number;
    lostBecause?: string;
    message?: string;
  }

  interface Result {
    index: number;
    state: State;
    result?: string;
    files?: File[];
  }

  interface StoredResult {
    name: string;
    task?: number;
    partition?: number;
    variable?: string;
    size: number;
    sha256?: string;
    url?: string;
    preview?: string;
    unavailable?: string;
  }

  interface CutOutput {
    index: number;
    stream: string;
    written: number;
    kept: number;
  }

  interface Explanation {
    waiting: boolean;
    state: string;
    sentence: string;
    remedy?: string;
    reasons: { text: string; tasks?: number }[];
  }

  interface Agent {
    session: string;
    name: string;
    host: string;
    server: string;
    capabilities: string[];
    slots: number;
    holds: number;
    state: string;
    since: string;
    finished: number;
    busySlots?: number;
    utilisation?: number;
    loadAverage?: number;
    freeMemoryBytes?: number;
  }

  interface Queue {
    requires: string[];
    tasks: number;
    offered: boolean;
    onDemand?: boolean;
    since?: string;
    oldestRun?: number;
  }

  interface Machine {
    id: string;
    setup: string;
    state: string;
    supply: string;
    created: string;
    wanted: string;
    reason?: string;
    price: string;
    billingInterval: number;
    holds?: number;
  }

  interface Setup {
    id: string;
    providedCapabilities: string[];
    maxVMs: number;
    price?: string;
    lastFailure?: string;
  }

  interface Setups {
    items: Setup[];
    trouble?: string;
  }

  /** Of machines: how many in each state. Of owners and setups: slots that are wanted, and slots that there are. */
  interface Load {
    at: string;
    slots: number;
    running: number;
    queued: number;
    costPerHour: number;
    machines: Record<string, number>;
    owners: Record<string, number[]>;
    setups: Record<string, number[]>;
  }

  interface Elasticity {
    under: number;
    over: number;
    underTime: number;
    overTime: number;
    slots: number;
    owner?: string;
    counted?: number;
  }

  interface History {
    items: Load[];
    elasticity: Elasticity[];
  }

  interface Decision {
    at: string;
    what: 'buy' | 'release' | 'refuse';
    machine?: string;
    setup?: string;
    owner?: string;
    why: string;
  }

  interface Budget {
    owner: string;
    budget: string;
    interval: number;
    left: string;
  }

  interface Ledger {
    items: { from: string; amount: string }[];
  }

  interface Cost {
    amount: string;
    idle: string;
    budget?: { amount: string; interval: number; left: string };
    interval: number;
    intervals?: { from: string; amount: string }[];
    items: PaidMachine[];
    runBudget?: string;
  }

  /** A machine with what was paid for it, in a cost and in a report. */
  interface PaidMachine {
    id?: string;
    machine?: string;
    setup: string;
    state: string;
    created: string;
    agentJoined?: string;
    ended?: string;
    price: string;
    billingInterval: number;
    amount?: string;
    idle?: string;
    usedSeconds?: number;
  }

  interface Sample {
    at: string;
    iterations: number;
    share: number;
    speed: number;
  }

  interface JobPartition {
    partition: number;
    task?: number;
    state: string;
    site?: string;
    iterations: number;
    share: number;
    speed: number;
    history: Sample[];
  }

  interface JobStanding {
    action: string;
    state: string;
    iterations: number;
    stored: number;
    target?: number;
    began?: string;
    speed: number;
    running: number;
    queued: number;
    toGo?: number;
    timeLeft?: number;
    took?: number;
    late?: number;
    inTime?: boolean;
  }

  interface Job extends JobStanding {
    partitions: JobPartition[];
    events?: { at: string; text: string }[];
  }

  interface JobSummary extends JobStanding {
    partitions: number;
  }

  interface Site {
    id: string;
    state: string;
    slots: number;
    maxSlots: number;
    running: number;
    offered: number;
    heard: string;
  }

  interface Sites {
    served: boolean;
    problems?: { file: string; text: string; at: string }[];
    requiredCapacity?: string;
    why?: string;
    items: Site[];
  }

  /** From column, to column, number of the service, how it ended, how many chains, index of the first of them. */
  type Segment = [number, number, number, number, number, number];

  /** What was looked at of all chains, where not all are. */
  interface Looked {
    tasks: number;
    looked: number;
  }

  interface Timeline extends Looked {
    began: string;
    from: number;
    to: number;
    width: number;
    services: string[];
    rowsBefore: number;
    rowsAfter: number;
    rows: { agent: string; host: string; slot: number; segments: Segment[] }[];
    waiting: number[];
    running: number[];
  }

  interface Spread {
    count: number;
    least: number;
    p5: number;
    p25: number;
    median: number;
    p75: number;
    p95: number;
    greatest: number;
    mean: number;
  }

  interface ServiceFigures {
    name: string;
    waitSeconds?: Spread;
    runSeconds?: Spread;
    cpuSeconds?: Spread;
    peakMemoryBytes?: Spread;
  }

  interface AgentFigures {
    agent: string;
    host: string;
    slots: number;
    capabilities: string[];
    tasks: number;
    failed: number;
    busySeconds: number;
    utilisation: number;
  }

  interface Cause {
    state: string;
    reason: string;
    reasonText: string;
    exitCode?: number;
    tasks: number;
    example: number;
    message?: string;
    lastOutput?: string;
  }

  interface Failure {
    index: number;
    parameter?: string;
    reason: string;
    exitCode?: number;
    attempt: number;
    message?: string;
    lastOutput?: string;
  }

  interface FailedAttempts {
    reasonText: string;
    exitCode?: number;
    attempts: number;
    example: number;
    message?: string;
  }

  interface Statistics extends Looked {
    seconds: number;
    attempts: number;
    retried: number;
    lost: number;
    services: ServiceFigures[];
    agentsInAll: number;
    agents: AgentFigures[];
    causes: Cause[];
    otherCauses: number;
    failures: Failure[];
    slowest: { index: number; service: string; seconds: number; waitSeconds: number; agent?: string }[];
    failedAttempts: FailedAttempts[];
    failedAttemptsLooked: number;
    elasticity: Elasticity;
    supply?: number[][];
  }

  interface Node {
    id: string;
    service: string;
    loop?: string;
    actions: number;
    queued: number;
    running: number;
    succeeded: number;
    failed: number;
    cancelled: number;
  }

  interface Graph extends Looked {
    drawn?: boolean;
    nodes: Node[];
    edges: [string, string][];
  }

  interface Report {
    version: string;
    made: string;
    run: Run;
    timeline: Timeline;
    statistics: Statistics;
    graph: Graph;
    machines: PaidMachine[];
    cost: Cost;
    job?: Job;
    jobs?: Job[];
  }

  interface Finding {
    file: string;
    line: number;
    column: number;
    message: string;
    remedy?: string;
  }

  interface Findings {
    errors: Finding[];
    warnings: Finding[];
  }

  interface Offer {
    policy: string;
    budget: string;
    seconds: number;
    deployable: boolean;
    cost: string;
    inTime?: boolean;
  }

  interface Replay {
    tasks: number;
    budgetIntervalSeconds: number;
    offers: Offer[];
    conclusions?: string[];
  }
}

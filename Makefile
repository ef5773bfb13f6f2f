# Every target installs what is missing first; the commands themselves run on the Node of the work tree.
SHELL := /bin/bash
.DEFAULT_GOAL := help

# npm and pnpm keep their caches at home; without a home they may write to, inside the state folder.
ifneq ($(shell test -n "$$HOME" && test -d "$$HOME" && test -w "$$HOME" && echo yes),yes)
export HOME := $(CURDIR)/.tollgate/home
endif

export npm_config_update_notifier := false
# What Node has compiled and stripped of types is kept for the next process of any target.
export NODE_COMPILE_CACHE := $(CURDIR)/node_modules/.cache/node
PNPM := npx -y pnpm@12.21.0
RUN := PATH="$(CURDIR)/node_modules/.bin:$$PATH"
INSTALLED := node_modules/.tollgate-installed
MANIFESTS := package.json pnpm-lock.yaml pnpm-workspace.yaml $(wildcard libs/*/package.json services/*/package.json tests/package.json deploy/package.json deploy/*/package.json)

.PHONY: help setup up down logs reset compose compose-down images sbom migrate verify-ledger quarantine verify-audit k8s-secrets rotate reseal backup verify-backup restore archive verify-archive read-archive leave-year restore-drill reconcile plan apply export cli-package test test-faults test-upgrade test-clients test-attacks test-browser screenshots guide-pictures test-images test-manifests lint-manifests lint-workflows check format docs chart openapi ledger-reference routes bench call-files bench-analytics bench-archive bench-ledger soak jackhammer traffic fuzz

# A word that is no target, in one line with what to do.
.DEFAULT:
	@echo "make has no target $@: make help says which there are." >&2; exit 2

help: ## Say what each target does.
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## /{printf "  make %-14s %s\n", $$1, $$2}' Makefile

setup: $(INSTALLED) ## Install the dependencies (every other target does this by itself).
	@:

$(INSTALLED): $(MANIFESTS)
	@mkdir -p "$$HOME"
	@$(PNPM) install --frozen-lockfile
	@touch $@

up: setup ## Start everything on this machine, seed the demo and print how to use it; EMPTY=1 starts without the demo, for the set-up in the console.
	@EMPTY='$(EMPTY)' $(RUN) node deploy/up.ts

down: setup ## Stop what `make up` started; the data stay.
	@$(RUN) node deploy/down.ts

logs: ## Follow the logs of all processes.
	@tail -n 50 -F .tollgate/logs/*.log

reset: setup ## Stop everything and delete data, logs and secrets.
	@$(RUN) node deploy/down.ts --delete

compose: setup ## Build the images and start everything in containers on this host, with the demo.
	@$(RUN) node deploy/compose/run.ts up

compose-down: setup ## Stop what `make compose` started; the data stay.
	@$(RUN) node deploy/compose/run.ts down

images: setup ## Build and tag every image: REGISTRY, VERSION, PUSH=1 with PLATFORMS, NODE_IMAGE, RUNTIME_IMAGE, NPM_REGISTRY, NPMRC=<file>, CA=<file>, ONLY=<names>.
	@$(foreach name,REGISTRY VERSION PUSH PLATFORMS SOURCE NODE_IMAGE RUNTIME_IMAGE NPM_REGISTRY NPMRC CA,$(if $($(name)),$(name)='$($(name))')) $(RUN) node deploy/images.ts $(ONLY)

sbom: ## Write the bill of materials of what production runs to .tollgate/sbom.cdx.json.
	@mkdir -p .tollgate
	@$(PNPM) sbom --prod --lockfile-only --sbom-format cyclonedx --sbom-spec-version 1.6 --sbom-type application \
	  --filter './services/*' --filter './libs/*' --filter './deploy' --out .tollgate/sbom.cdx.json
	@echo 'wrote .tollgate/sbom.cdx.json'

migrate: setup ## Bring the database up to date (DATABASE_URL, else that of `make up`); REPEAT=all runs every file of functions again.
	@$(RUN) node deploy/with-env.ts migrate deploy/migrate.ts

verify-ledger: setup ## Check every rule of the ledger against the database; FULL=1 reads what is sealed as well.
	@$(RUN) node deploy/with-env.ts billing services/billing/src/verify.ts

quarantine: setup ## List the decisions about money that billing rejected permanently; REPLAY=1 sends them again, SPOOL=<folder> looks there.
	@$(RUN) node libs/inference/src/spool/quarantine-command.ts $(if $(REPLAY),replay,list) $(or $(SPOOL),.tollgate/spool/*)

verify-audit: setup ## Check the chain of audit events; names the first that does not fit.
	@$(RUN) node deploy/with-env.ts admin services/admin/src/verify-audit.ts

# Where many backups lie, and how many of them are kept.
BACKUPS = $(if $(IN),BACKUP_IN='$(IN)') $(if $(KEEP),BACKUP_KEEP='$(KEEP)') $(if $(KEEP_DAYS),BACKUP_KEEP_DAYS='$(KEEP_DAYS)')

backup: setup ## Write the whole database as of one moment: TO=<new folder or s3://bucket/prefix>, or IN=<where many are> KEEP=<number> KEEP_DAYS=<days>.
	@$(BACKUPS) $(RUN) node deploy/with-env.ts migrate deploy/operations/backup.ts '$(TO)'

verify-backup: setup ## Read every file of a backup again: FROM=<folder or s3://bucket/prefix>, or IN=<where many are> for the newest.
	@$(BACKUPS) $(RUN) node deploy/operations/verify-backup.ts '$(FROM)'

restore: setup ## Fill an empty database from a backup: FROM=<folder or s3://bucket/prefix>, DATABASE_URL and DATABASE_ROLE_PASSWORDS.
	@$(BACKUPS) $(RUN) node deploy/operations/restore.ts '$(FROM)'

# Where days of request records and of the ledger are archived, and after how long.
ARCHIVE = $(if $(IN),RECORDS_ARCHIVE_IN='$(IN)') $(if $(AFTER_DAYS),RECORDS_ARCHIVE_AFTER_DAYS='$(AFTER_DAYS)') \
  $(if $(LEDGER_IN),LEDGER_ARCHIVE_IN='$(LEDGER_IN)') $(if $(LEDGER_AFTER_DAYS),LEDGER_ARCHIVE_AFTER_DAYS='$(LEDGER_AFTER_DAYS)')

archive: setup ## Write old days of request records to cold storage as Parquet: IN=<folder or s3://bucket/prefix>, AFTER_DAYS=<days>; OFF=1 ends it. Copy sealed days of the ledger: LEDGER_IN=, LEDGER_AFTER_DAYS=, AGAIN=<2026-11-25>.
	@$(ARCHIVE) $(RUN) node deploy/with-env.ts migrate deploy/operations/archive.ts $(if $(OFF),off,$(if $(AGAIN),again $(AGAIN)))

verify-archive: setup ## Read every archived day again, of request records and of the ledger: IN=<folder or s3://bucket/prefix>, LEDGER_IN=.
	@$(ARCHIVE) $(RUN) node deploy/with-env.ts migrate deploy/operations/verify-archive.ts

read-archive: setup ## Print archived request records: DAY=<2026-11-25>, or FROM= and TO=, or ID=<req_…>; USER_ID=, KEY_ID=, MODEL=, IN=, FORMAT=jsonl or csv. LEDGER=1: movements of the ledger, LEDGER_IN=.
	@$(ARCHIVE) $(RUN) node deploy/with-env.ts migrate deploy/operations/read-archive.ts --from '$(or $(FROM),$(DAY))' --to '$(TO)' --id '$(ID)' --user '$(USER_ID)' --key '$(KEY_ID)' --model '$(MODEL)' --format '$(FORMAT)'$(if $(LEDGER), --ledger)

leave-year: setup ## Take a closed, archived year of the ledger out of the database: YEAR=<2024>, LEDGER_IN=; DRY_RUN=1 says what would be done, BACK=1 brings it back.
	@$(ARCHIVE) YEAR='$(YEAR)' DRY_RUN='$(DRY_RUN)' BACK='$(BACK)' $(RUN) node deploy/with-env.ts migrate deploy/operations/leave-year.ts

reconcile: setup ## List what a provider served and nobody was charged for, and what was charged and no provider served: USAGE=<file> SINCE=<time>.
	@$(RUN) node deploy/with-env.ts billing services/billing/src/reconcile.ts --usage $(USAGE) --since $(SINCE)

plan: setup ## Show what a document of configuration would change: FILE=<yaml>, PRUNE=<nouns>, OUT=<plan>; ends with 2 where something would.
	@$(RUN) node deploy/with-demo.ts services/cli/src/main.ts plan '$(FILE)' $(if $(PRUNE),--prune '$(PRUNE)') $(if $(OUT),--out '$(OUT)')

apply: setup ## Bring a document of configuration about: FILE=<yaml>, PRUNE=<nouns>, or PLAN=<plan> of make plan.
	@$(RUN) node deploy/with-demo.ts services/cli/src/main.ts apply $(if $(PLAN),--plan '$(PLAN)','$(FILE)') $(if $(PRUNE),--prune '$(PRUNE)')

export: setup ## Write the configuration of the running system as a document: OUT=<yaml>, ONLY=<nouns>.
	@$(RUN) node deploy/with-demo.ts services/cli/src/main.ts export $(if $(OUT),--out '$(OUT)') $(if $(ONLY),--only '$(ONLY)')

cli-package: setup ## Write the command tollgate as a package of npm to .tollgate/cli-package: VERSION.
	@$(RUN) node deploy/cli-package.ts .tollgate/cli-package '$(or $(VERSION),0.1.0)'

k8s-secrets: setup ## Make every secret of an installation on Kubernetes: TO=<new file>; STORE=<ClusterSecretStore> writes ExternalSecrets without values.
	@$(RUN) node deploy/k8s-secrets.ts '$(TO)' '$(STORE)'

rotate: setup ## Give the next value of a secret: SECRET=<variable>, STEP=add, use or retire, the value of now on standard input.
	@$(RUN) node deploy/operations/rotate.ts $(SECRET) $(STEP)

reseal: setup ## Put every credential under the current master key; says which secrets are still needed.
	@$(RUN) node deploy/with-env.ts admin services/admin/src/reseal.ts

test: setup ## Check and test everything; ARGS="…" goes to jest.
	@$(RUN) node tests/run.ts $(ARGS)

test-faults: setup ## Run the whole fault matrix, the slow part too, and print it.
	@$(RUN) node tests/faults/run.ts $(ARGS)

test-upgrade: setup ## Upgrade from the commit before and from before the baseline, and exchange every secret, under load; UPGRADE_FROM=<ref>.
	@TOLLGATE_FAULTS=full $(RUN) node tests/run.ts tests/faults/slow/upgrade.test.ts tests/faults/slow/key-rotation.test.ts

test-attacks: setup ## Run every case of hostile and broken input, and print them.
	@$(RUN) node tests/attacks/run.ts $(ARGS)

test-browser: setup ## Run both consoles and the documentation in Chromium, which has to be there.
	@TOLLGATE_BROWSER=needed $(RUN) node tests/run.ts --selectProjects browser $(ARGS)

screenshots: setup ## Make a picture of each page of both consoles, and of pages of the documentation, in four widths and two themes, with a contact sheet of each.
	@TOLLGATE_BROWSER=needed TOLLGATE_PICTURES=1 $(RUN) node tests/run.ts --selectProjects browser $(ARGS)
	@$(RUN) node tests/browser/contact-sheets.ts

guide-pictures: setup ## Make the pictures of the guide for administrators: walks its steps in Chromium, on a stack of its own.
	@TOLLGATE_BROWSER=needed $(RUN) node tests/browser/guide-pictures.ts

test-images: setup ## Lay out and start every image's content from production dependencies alone.
	@TOLLGATE_IMAGES=all $(RUN) node tests/run.ts tests/e2e/production-deployment.test.ts

test-manifests: setup ## Apply every overlay and the chart to a real API server, which is built first; needs kubectl and go.
	@$(RUN) node tests/manifests/prepare.ts
	@TOLLGATE_MANIFESTS=needed $(RUN) node tests/run.ts --selectProjects manifests $(ARGS)

lint-manifests: ## Render the overlays of k8s and lint them with kube-score; needs kubectl and go.
	@set -o pipefail; for overlay in dev prod complete; do \
	  echo "> $$overlay"; \
	  kubectl kustomize k8s/overlays/$$overlay | go run github.com/zegl/kube-score/cmd/kube-score@v1.20.0 score \
	    --ignore-container-cpu-limit --ignore-test container-image-pull-policy - || exit 1; \
	done

lint-workflows: ## Lint the workflows with actionlint; needs go.
	@go run github.com/rhysd/actionlint/cmd/actionlint@v1.7.12 -color=false

check: setup ## Format, lint, types, dead exports and the rules the repository keeps about itself.
	@$(RUN) node tests/run.ts --selectProjects tidy

format: setup ## Format every file in place.
	@$(RUN) oxfmt

openapi: setup ## Write the interface descriptions, and the digest of the API that is reviewed with every change of it.
	@$(RUN) node deploy/generators/openapi/write.ts

routes: setup ## Print every route with the tests of each status that it can answer.
	@$(RUN) node tests/openapi/print.ts

chart: setup ## Write the Helm chart to k8s/chart, from the manifests of kustomize.
	@$(RUN) node deploy/generators/helm/write.ts

docs: setup ## Write what is made from the code: pages of the documentation, the reference of the ledger.
	@$(RUN) node deploy/docs.ts
	@$(RUN) node deploy/generators/docs/write.ts
	@$(RUN) node tests/clients/write-reach.ts
	@$(RUN) node deploy/generators/ledger/write.ts

ledger-reference: setup ## Write down what the migrations make of the ledger, for the verifier to compare with.
	@$(RUN) node deploy/generators/ledger/write.ts

bench: setup ## Measure what the gateway adds to a call; prints a table.
	@$(RUN) node tests/bench/bench.ts $(ARGS)

call-files: setup ## Print which files one warm paid call enters, by process and room.
	@$(RUN) node tests/bench/call-files.ts

bench-analytics: setup ## Fill five million records and time the reports, an export and a purge over them.
	@$(RUN) node tests/bench/analytics.ts $(ARGS)

restore-drill: setup ## Back up and restore millions of rows and print what each step takes; DRILL_HOLDS, DRILL_RECORDS, DRILL_EVENTS.
	@DRILL_HOLDS=$(or $(DRILL_HOLDS),500000) DRILL_RECORDS=$(or $(DRILL_RECORDS),2000000) DRILL_EVENTS=$(or $(DRILL_EVENTS),50000) TOLLGATE_FAULTS=full \
	  $(RUN) node node_modules/jest/bin/jest.js --maxWorkers=1 tests/faults/slow/restore.test.ts

bench-archive: setup ## Archive, verify and print days of 300,000 to three million records, with the most memory that each command had.
	@$(RUN) node tests/bench/archive.ts $(ARGS)

bench-ledger: setup ## Measure reservations a second, micro-batched against one transaction each.
	@$(RUN) node tests/bench/ledger.ts $(ARGS)

test-clients: setup ## Clients as their users install them, from npm and PyPI, against a whole stack; ONLY=<regular expression>, LATEST=1 for the newest versions.
	@ONLY='$(ONLY)' LATEST='$(LATEST)' $(RUN) node tests/clients/main.ts

soak: setup ## An hour of mixed load with a fault every ten seconds; MINUTES=60, SEED=<number>.
	@$(RUN) node tests/soak/soak.ts

jackhammer: setup ## Random movements of money against two replicas of billing; PROCESSES, WALLETS, ROUNDS, SEED.
	@$(RUN) node tests/ledger/jackhammer/main.ts

fuzz: setup ## A million hostile inputs; INPUTS=<number>, SEED=<number>, DIR=<folder>.
	@$(RUN) node deploy/generators/openapi/write.ts --build
	@$(RUN) node --expose-gc tests/fuzz/fuzz.ts

traffic: setup ## Replay recorded provider traffic through the engine; DIR=<folder>, SEED=<number>.
	@$(RUN) node tests/providers/traffic.ts $(DIR)

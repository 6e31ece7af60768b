# Two accounts: the launcher runs `./daisychain`, workers run the jobs. Neither has a role on the
# project but those that exist on nothing smaller.

resource "google_service_account" "launcher" {
  account_id   = "${var.name}-launcher"
  display_name = "Daisychain: prepares jobs and loads the warehouse"

  depends_on = [google_project_service.used]
}

resource "google_service_account" "worker" {
  account_id   = "${var.name}-worker"
  display_name = "Daisychain: workers of Dataflow jobs"

  depends_on = [google_project_service.used]
}

locals {
  launcher = "serviceAccount:${google_service_account.launcher.email}"
  worker   = "serviceAccount:${google_service_account.worker.email}"
}

# Rows: workers read and write them; the launcher also makes tables and reads how they are split.
resource "google_project_iam_custom_role" "tables" {
  role_id     = "${replace(var.name, "-", "_")}_tables"
  title       = "Daisychain: tables"
  description = "Makes and mends Bigtable tables, and deletes none"
  permissions = [
    "bigtable.tables.create",
    "bigtable.tables.get",
    "bigtable.tables.list",
    "bigtable.tables.update",
  ]
}

resource "google_bigtable_instance_iam_member" "tables" {
  instance = google_bigtable_instance.store.name
  role     = google_project_iam_custom_role.tables.id
  member   = local.launcher
}

resource "google_bigtable_instance_iam_member" "rows" {
  for_each = { launcher = local.launcher, worker = local.worker }

  instance = google_bigtable_instance.store.name
  role     = "roles/bigtable.user"
  member   = each.value
}

# Files: submissions, feedback, published files and what jobs stage.
resource "google_storage_bucket_iam_member" "files" {
  for_each = { launcher = local.launcher, worker = local.worker }

  bucket = google_storage_bucket.files.name
  role   = "roles/storage.objectAdmin"
  member = each.value
}

# Before a job starts its program looks whether the bucket is there and whose it is.
resource "google_storage_bucket_iam_member" "bucket" {
  bucket = google_storage_bucket.files.name
  role   = "roles/storage.legacyBucketReader"
  member = local.launcher
}

# Jobs.
resource "google_project_iam_member" "developer" {
  project = var.project
  role    = "roles/dataflow.developer"
  member  = local.launcher
}

resource "google_project_iam_member" "worker" {
  project = var.project
  role    = "roles/dataflow.worker"
  member  = local.worker
}

resource "google_service_account_iam_member" "launches_workers" {
  service_account_id = google_service_account.worker.name
  role               = "roles/iam.serviceAccountUser"
  member             = local.launcher
}

resource "google_compute_subnetwork_iam_member" "network" {
  subnetwork = google_compute_subnetwork.workers.id
  role       = "roles/compute.networkUser"
  member     = local.worker
}

# Warehouse: only the launcher loads it.
resource "google_bigquery_dataset_iam_member" "loads" {
  dataset_id = google_bigquery_dataset.warehouse.dataset_id
  role       = "roles/bigquery.dataEditor"
  member     = local.launcher
}

resource "google_project_iam_member" "load_jobs" {
  project = var.project
  role    = "roles/bigquery.jobUser"
  member  = local.launcher
}

# Start: workers wait, the launcher forgets old messages and may send one.
resource "google_pubsub_subscription_iam_member" "waits" {
  for_each = {
    for pair in setproduct(keys(google_pubsub_subscription.start), ["launcher", "worker"]) :
    join("-", pair) => pair
  }

  subscription = google_pubsub_subscription.start[each.value[0]].name
  role         = "roles/pubsub.subscriber"
  member       = each.value[1] == "worker" ? local.worker : local.launcher
}

resource "google_pubsub_topic_iam_member" "starts" {
  topic  = google_pubsub_topic.start.name
  role   = "roles/pubsub.publisher"
  member = local.launcher
}

# People work as the launcher, and have no keys of it.
resource "google_service_account_iam_member" "submitters" {
  for_each = toset(var.submitters)

  service_account_id = google_service_account.launcher.name
  role               = "roles/iam.serviceAccountTokenCreator"
  member             = each.key
}

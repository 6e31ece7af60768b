# Where data lies. The event table is no resource: `./daisychain splits --create` makes it with as
# many splits as there are nodes times 24, and goes with the instance.

resource "google_storage_bucket" "files" {
  name                        = "${var.project}-${var.name}"
  location                    = var.region
  uniform_bucket_level_access = true
  public_access_prevention    = "enforced"
  force_destroy               = !var.protected

  # Every command can be run again: deleted files need not be kept, or paid for, for a week.
  soft_delete_policy {
    retention_duration_seconds = 0
  }

  dynamic "encryption" {
    for_each = var.kms_key[*]
    content {
      default_kms_key_name = encryption.value
    }
  }

  lifecycle_rule {
    action {
      type = "Delete"
    }
    condition {
      age            = var.temporary_days
      matches_prefix = ["temp/"]
    }
  }

  depends_on = [google_project_service.used]
}

resource "google_bigtable_instance" "store" {
  name                = var.name
  deletion_protection = var.protected
  force_destroy       = !var.protected

  cluster {
    cluster_id   = "${var.name}-1"
    zone         = var.zone
    num_nodes    = var.bigtable_nodes
    storage_type = "SSD"
    kms_key_name = var.kms_key
  }

  # The number of nodes is changed around a run, also by hand.
  lifecycle {
    ignore_changes = [cluster[0].num_nodes]
  }

  depends_on = [google_project_service.used]
}

# Jobs write and scan as fast as they are let; what people and services ask for goes first.
resource "google_bigtable_app_profile" "jobs" {
  instance        = google_bigtable_instance.store.name
  app_profile_id  = "jobs"
  description     = "ingest, link and publish"
  ignore_warnings = true

  single_cluster_routing {
    cluster_id                 = "${var.name}-1"
    allow_transactional_writes = true
  }

  standard_isolation {
    priority = "PRIORITY_LOW"
  }
}

resource "google_bigquery_dataset" "warehouse" {
  dataset_id                 = replace(var.name, "-", "_")
  description                = "Linked order lifecycles and market data, as docs/tables.md has them."
  location                   = var.region
  delete_contents_on_destroy = !var.protected

  dynamic "default_encryption_configuration" {
    for_each = var.kms_key[*]
    content {
      kms_key_name = default_encryption_configuration.value
    }
  }

  depends_on = [google_project_service.used]
}

# A message on the topic starts jobs that were prepared with --startOn.
resource "google_pubsub_topic" "start" {
  name = "${var.name}-start"

  depends_on = [google_project_service.used]
}

# One for each command that may wait at a time: a message goes to all subscriptions, and to one
# reader of each.
resource "google_pubsub_subscription" "start" {
  for_each = toset(["ingest", "link", "publish"])

  name                       = "${var.name}-start-${each.key}"
  topic                      = google_pubsub_topic.start.id
  message_retention_duration = "600s"
  ack_deadline_seconds       = 10

  expiration_policy {
    ttl = ""
  }
}

# Where `./daisychain` itself runs when no machine of one's own should stay up for it. Commands do
# things before and after their jobs (splits, numbers of runs, the warehouse's load), which a
# Dataflow template cannot; so the program is started, and starts its jobs.

resource "google_artifact_registry_repository" "images" {
  repository_id = var.name
  location      = var.region
  format        = "DOCKER"
  description   = "The image of infra/compose/Dockerfile"

  depends_on = [google_project_service.used]
}

resource "google_cloud_run_v2_job" "launcher" {
  count = var.image == null ? 0 : 1

  name                = var.name
  location            = var.region
  deletion_protection = false

  template {
    template {
      service_account = google_service_account.launcher.email
      # A command that is run again would join nothing and lose nothing, but a person should look.
      max_retries = 0
      timeout     = "${24 * 3600}s"

      containers {
        image = var.image
        # Whoever starts the job says which command: gcloud run jobs execute … --args=…
        args = ["--help"]

        resources {
          limits = {
            cpu    = "4"
            memory = "8Gi"
          }
        }
      }
    }
  }
}
